// Rules for new passwords: 12 to 1,024 characters, and neither a common password nor a variation of one, nor made of words
// that an attacker knows (decision 0055). There are no rules about kinds of characters, and nothing is cut off.
import { Problem } from '../../lib/problem.ts';
import { hashPassword } from './password.ts';

const minLength = 12;
const maxLength = 1_024;
/** Estimated guesses below which a password is refused. The throttle admits about a hundred guesses per day and account. */
const minGuesses = 1e9;
/** Guesses that a known word adds to the rest of a password: spellings, and where it stands. */
const guessesPerKnownWord = 100;
/** Estimation takes time that grows faster than the length. */
const estimatedLength = 64;
const productWords = ['waybill'];

const advice = 'Choose several unrelated words, or let a password manager generate one.';

/** Checks and hashes a new password. `ownWords`: names and addresses of the account, which passwords must not consist of. */
export async function hashNewPassword(password: string, ownWords: readonly string[]): Promise<string> {
  await requireGoodPassword(password, ownWords);
  return hashPassword(password);
}

export async function requireGoodPassword(password: string, ownWords: readonly string[]): Promise<void> {
  // Code points, as NIST SP 800-63B counts them.
  const length = Array.from(password).length;
  if (length < minLength)
    throw refusal(`password must have at least ${minLength} characters; it has ${length}. ${advice}`);
  if (length > maxLength)
    throw refusal(`password must have at most ${maxLength} characters; it has ${length}.`);
  const reason = await findWeakness(password, [...productWords, ...ownWords]);
  if (reason !== null) throw refusal(`password is too easy to guess: ${reason}. ${advice}`);
}

const refusal = (message: string) => Problem.of('invalid_parameter', message, { param: 'password' });

/** null if the password is good. A long password is good if its beginning or its end is. */
async function findWeakness(password: string, words: readonly string[]): Promise<string | null> {
  const estimator = await loadPasswordEstimator();
  const known = words.flatMap(wordForms);
  const estimate = (text: string) => {
    const begin = estimator.check(text.slice(0, estimatedLength), known);
    const end = estimator.check(text.slice(-estimatedLength), known);
    return begin.guesses > end.guesses ? begin : end;
  };
  const rest = withoutWords(password, known);
  if (rest !== password && estimate(rest).guesses * guessesPerKnownWord < minGuesses) return knownWords;
  const best = estimate(password);
  if (best.guesses >= minGuesses) return null;
  const hasWordIn = (dictionary: string) =>
    best.sequence.some((match) => 'dictionaryName' in match && match.dictionaryName === dictionary);
  if (hasWordIn('userInputs')) return knownWords;
  if (hasWordIn('passwords-common')) return 'it is a common password or a variation of one';
  return 'it is a repetition, a sequence or too few words';
}

const knownWords = 'it contains a name or an address of the account, or the name of the product';

/** `Acme Furniture` → `Acme Furniture`, `AcmeFurniture`, `Acme`, `Furniture`. */
function wordForms(text: string): string[] {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2);
  return [...new Set([text, words.join(''), ...words])];
}

/** The estimator overrates a known word with a separator and digits; the rest alone shows what is left to guess. */
function withoutWords(password: string, words: readonly string[]): string {
  const plain = words.filter((word) => /^[\p{L}\p{N}]{3,}$/u.test(word));
  return plain.length === 0 ? password : password.replaceAll(new RegExp(plain.join('|'), 'giu'), '');
}

/** Loads the estimator and its word lists on first use. */
export async function loadPasswordEstimator() {
  const { createPasswordEstimator } = await import('./password-estimator.ts');
  return createPasswordEstimator();
}

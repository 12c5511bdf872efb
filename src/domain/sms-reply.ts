// What a reply to a text message asks for. The English words are those that carriers expect to work; the Spanish ones are
// for those whom we write to in Spanish.

const STOP = [
  'STOP',
  'STOPALL',
  'UNSUBSCRIBE',
  'CANCEL',
  'END',
  'QUIT',
  'REVOKE',
  'OPTOUT',
  'PARAR',
  'ALTO',
  'BAJA',
];
const START = ['START', 'UNSTOP', 'YES', 'INICIAR', 'ALTA'];

/** `known` is what the service found in it by itself. null: nothing about messages. */
export function smsReplyMeaning(text: string, known: string | undefined): 'stop' | 'start' | null {
  const words = [known ?? '', text].map((word) => word.toUpperCase().replace(/[^A-Z]/g, ''));
  if (words.some((word) => STOP.includes(word))) return 'stop';
  return words.some((word) => START.includes(word)) ? 'start' : null;
}

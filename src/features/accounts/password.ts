// Password hashing with argon2id. The library is loaded on first use: a tenth of the time in which a server starts.
const library = () => import('@node-rs/argon2');

/** First choice of the OWASP password storage cheat sheet: 19 MiB of memory, 2 iterations, parallelism 1. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await library();
  return hash(password, cost);
}

/** Hash to verify against if the user does not exist, so that an unknown name takes as long as a wrong password. */
let decoy: Promise<string> | undefined;

export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  const { verify } = await library();
  decoy ??= hashPassword('decoy password');
  const matches = await verify(passwordHash ?? (await decoy), password);
  return passwordHash !== undefined && matches;
}

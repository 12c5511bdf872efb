// Limits of guesses, per kind of secret. Known clients of an account have counters of their own, so that attempts of others
// cannot delay them (decision 0055).

/** From `free` failures on, every attempt is followed by a delay, which doubles up to `maxSeconds`. */
export interface BackOff {
  readonly free: number;
  readonly firstSeconds: number;
  readonly maxSeconds: number;
  /** One failure is forgotten per this time. */
  readonly forgetSeconds: number;
}

export interface ThrottlePolicy {
  /** Per account and client: a known device, a session, or a network. */
  readonly client: BackOff;
  /** Per account, for all unknown clients together. */
  readonly account: BackOff;
}

/** `sign_in_link` is no secret: requests for links by e-mail, each of which causes a mail. */
export type SecretKind = 'password' | 'code' | 'pin' | 'sign_in_link';

const minute = 60;
const hour = 3_600;

export const throttlePolicies: Readonly<Record<SecretKind, ThrottlePolicy>> = {
  password: {
    client: { free: 10, firstSeconds: minute, maxSeconds: 15 * minute, forgetSeconds: hour },
    account: { free: 20, firstSeconds: minute, maxSeconds: 15 * minute, forgetSeconds: hour },
  },
  /** Three of a million codes are valid at any time. At one guess per hour, a correct guess takes decades. */
  code: {
    client: { free: 10, firstSeconds: minute, maxSeconds: hour, forgetSeconds: hour },
    account: { free: 20, firstSeconds: minute, maxSeconds: hour, forgetSeconds: hour },
  },
  /** One of a million PINs is valid. */
  pin: {
    client: { free: 5, firstSeconds: minute, maxSeconds: hour, forgetSeconds: hour },
    account: { free: 10, firstSeconds: minute, maxSeconds: hour, forgetSeconds: hour },
  },
  /** Keeps strangers from filling the inbox of a person. */
  sign_in_link: {
    client: { free: 5, firstSeconds: minute, maxSeconds: 15 * minute, forgetSeconds: 10 * minute },
    account: { free: 10, firstSeconds: minute, maxSeconds: 15 * minute, forgetSeconds: 10 * minute },
  },
};

/**
 * Per network, for all accounts in which the network is unknown: limits guesses of one password for many accounts. Many
 * people may share an IPv4 address.
 */
export const networkBackOff: BackOff = {
  free: 100,
  firstSeconds: minute,
  maxSeconds: 15 * minute,
  forgetSeconds: minute,
};

/** Client secrets have 256 random bits and cannot be guessed: the limit protects the database. */
export const clientSecretBackOff: BackOff = {
  free: 20,
  firstSeconds: minute,
  maxSeconds: minute,
  forgetSeconds: 3,
};

export const knownNetworkDays = 30;

// Whether passkeys can be used on this page, and the calls that use them.
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import type { NewPasskey, PasskeyProof } from '../api.ts';

/** WebAuthn needs a secure context and a host name: an IP address cannot be a relying party. */
export function arePasskeysAvailable(): boolean {
  return browserSupportsWebAuthn() && !isIpAddress(location.hostname);
}

export function isIpAddress(hostname: string): boolean {
  return hostname.includes(':') || /^\d+(\.\d+){3}$/.test(hostname);
}

/** Challenge to sign in or to confirm. */
export interface RequestChallenge {
  readonly challenge_id: string;
  readonly options: PublicKeyCredentialRequestOptionsJSON;
}

/** Challenge to add a passkey. */
export interface CreationChallenge {
  readonly challenge_id: string;
  readonly options: PublicKeyCredentialCreationOptionsJSON;
}

/** Asks the device to sign the challenge with a passkey. */
export async function provePasskey({ challenge_id, options }: RequestChallenge): Promise<PasskeyProof> {
  const credential = await startAuthentication({ optionsJSON: options }).catch(explain);
  return { challenge_id, credential: { ...credential, clientExtensionResults: {} } };
}

/** Asks the device to create a passkey for the challenge. */
export async function createPasskey(
  { challenge_id, options }: CreationChallenge,
  name: string,
): Promise<NewPasskey> {
  const credential = await startRegistration({ optionsJSON: options }).catch(explain);
  return { challenge_id, name, credential: { ...credential, clientExtensionResults: {} } };
}

/** Browsers do not say why a passkey was not used, so that pages cannot find out which passkeys exist. */
function explain(error: unknown): never {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') throw new Error('This device already has a passkey for your account.');
  throw new Error('No passkey was used. Try again, or choose another way.', { cause: error });
}

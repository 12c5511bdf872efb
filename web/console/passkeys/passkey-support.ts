// Whether passkeys can be used on this page, and the calls that use them.
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import type { NewPasskey, PasskeyChallenge, PasskeyProof } from '../api.ts';

/** WebAuthn needs a secure context and a host name: an IP address cannot be a relying party. */
export function arePasskeysAvailable(): boolean {
  return browserSupportsWebAuthn() && !isIpAddress(location.hostname);
}

export function isIpAddress(hostname: string): boolean {
  return hostname.includes(':') || /^\d+(\.\d+){3}$/.test(hostname);
}

/** Asks the device to sign the challenge with a passkey. */
export async function provePasskey({ challenge_id, options }: PasskeyChallenge): Promise<PasskeyProof> {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const credential = await startAuthentication({ optionsJSON }).catch(explain);
  return { challenge_id, credential: credential as unknown as PasskeyProof['credential'] };
}

/** Asks the device to create a passkey for the challenge. */
export async function createPasskey(
  { challenge_id, options }: PasskeyChallenge,
  name: string,
): Promise<NewPasskey> {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const credential = await startRegistration({ optionsJSON }).catch(explain);
  return { challenge_id, name, credential: credential as unknown as NewPasskey['credential'] };
}

/** Browsers do not say why a passkey was not used, so that pages cannot find out which passkeys exist. */
function explain(error: unknown): never {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') throw new Error('This device already has a passkey for your account.');
  throw new Error('No passkey was used. Try again, or choose another way.', { cause: error });
}

// Texts of the sign-in page in English and Spanish. They are loaded with it, not with the day.
import type { Language } from '../../ui/languages.ts';

const en = {
  signInTitle: 'Sign in',
  signInNew: 'Open the link from your dispatcher on this phone, or sign in with your phone number and PIN.',
  signInEnded: 'Your session has ended. Sign in again. Unsent steps are still saved on this phone.',
  signInOut: 'You are signed out.',
  signInSpent:
    'This link was already used or has expired. Ask your dispatcher for a new one, or sign in with your PIN.',
  signInUnreachable: 'The server cannot be reached. Try again when you are online.',
  nameLabel: 'Phone number or code',
  pinLabel: 'PIN',
  wrongPin:
    'The phone number, code or PIN is wrong. After several wrong PINs you have to wait before the next try.',
  tooMany_one:
    'Too many attempts. Try again in one minute. Your dispatcher can end the wait or send you a link.',
  tooMany_other:
    'Too many attempts. Try again in {count} minutes. Your dispatcher can end the wait or send you a link.',
  serverUnreachable: 'The server cannot be reached. Check your connection and try again.',
} as const;

export type SignInWords = Readonly<Record<keyof typeof en, string>>;

const es: SignInWords = {
  signInTitle: 'Iniciar sesión',
  signInNew:
    'Abra en este teléfono el enlace de su despachador, o inicie sesión con su número de teléfono y su clave.',
  signInEnded:
    'Su sesión terminó. Inicie sesión de nuevo. Los pasos sin enviar siguen guardados en este teléfono.',
  signInOut: 'Cerró la sesión.',
  signInSpent:
    'Este enlace ya se usó o caducó. Pida uno nuevo a su despachador, o inicie sesión con su clave.',
  signInUnreachable: 'No se puede conectar con el servidor. Inténtelo de nuevo cuando tenga conexión.',
  nameLabel: 'Teléfono o código',
  pinLabel: 'Clave',
  wrongPin:
    'El número de teléfono, el código o la clave es incorrecto. Después de varias claves incorrectas, debe esperar antes de intentarlo de nuevo.',
  tooMany_one:
    'Demasiados intentos. Inténtelo de nuevo en un minuto. Su despachador puede terminar la espera o enviarle un enlace.',
  tooMany_other:
    'Demasiados intentos. Inténtelo de nuevo en {count} minutos. Su despachador puede terminar la espera o enviarle un enlace.',
  serverUnreachable: 'No se puede conectar con el servidor. Revise su conexión e inténtelo de nuevo.',
};

export const signInMessages: Readonly<Record<Language, SignInWords>> = { en, es };

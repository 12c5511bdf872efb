// Keywords in replies to SMS: opt out and opt in. The English keywords are those that carriers require; the Spanish
// ones are for recipients of Spanish messages.

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

/** `detectedKeyword` is the keyword that the SMS provider detected, if any. null: no keyword. */
export function smsReplyMeaning(text: string, detectedKeyword: string | undefined): 'stop' | 'start' | null {
  const words = [detectedKeyword ?? '', text].map((word) => word.toUpperCase().replace(/[^A-Z]/g, ''));
  if (words.some((word) => STOP.includes(word))) return 'stop';
  return words.some((word) => START.includes(word)) ? 'start' : null;
}

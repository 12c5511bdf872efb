// Texts of the dialogs at a stop in English and Spanish. They are loaded with the dialogs, not with the page.
import type { Language } from '../../ui/languages.ts';
import type { CrewAction } from '../api.generated.ts';

export type StopFailureReason = NonNullable<CrewAction['reason']>;

const en = {
  cannotTitle: 'Why can this stop not be completed?',
  cannotNote: 'Visible to your dispatcher and to the company that booked the job.',
  send: 'Notify dispatcher',
  nobody_there: 'Contact not there',
  wrong_address: 'Wrong address',
  no_access: 'No access',
  not_ready: 'Items not ready',
  does_not_fit: 'Items do not fit',
  refused: 'Items refused',
  damaged: 'Items damaged',
  unsafe: 'Not safe',
  other: 'Other reason',

  problemTitle: 'What happened on the way?',
  problemNote: 'Only your dispatcher sees it. Stop in a safe place first.',

  reviewTitle: 'Check the photo',
  review: 'Are the items and the place easy to see? The photo has not been sent yet.',
  reviewedPhoto: 'The photo you took',
  retake: 'Retake',
  usePhoto: 'Use photo',
  usePhotoAndComplete: 'Use photo and complete',

  noteTitle: 'Note about this stop',
  noteAudience: 'Visible to your crew and your dispatcher. Customers do not see it.',
  noteText: 'Note text',
  noteMissing: 'Write the note first.',
  saveNote: 'Save note',
} as const;

export type StopWords = Readonly<Record<keyof typeof en, string>>;

const es: StopWords = {
  cannotTitle: '¿Por qué no se puede completar esta parada?',
  cannotNote: 'Lo ven su despachador y la empresa que reservó el trabajo.',
  send: 'Avisar al despachador',
  nobody_there: 'No está el contacto',
  wrong_address: 'Dirección incorrecta',
  no_access: 'Sin acceso',
  not_ready: 'Los artículos no están listos',
  does_not_fit: 'Los artículos no caben',
  refused: 'Artículos rechazados',
  damaged: 'Artículos dañados',
  unsafe: 'No es seguro',
  other: 'Otro motivo',

  problemTitle: '¿Qué pasó en el camino?',
  problemNote: 'Solo lo ve su despachador. Deténgase primero en un lugar seguro.',

  reviewTitle: 'Revise la foto',
  review: '¿Se ven bien los artículos y el lugar? La foto todavía no se ha enviado.',
  reviewedPhoto: 'La foto que tomó',
  retake: 'Repetir',
  usePhoto: 'Usar la foto',
  usePhotoAndComplete: 'Usar la foto y completar',

  noteTitle: 'Nota sobre esta parada',
  noteAudience: 'La ven su equipo y su despachador. Los clientes no la ven.',
  noteText: 'Texto de la nota',
  noteMissing: 'Escriba primero la nota.',
  saveNote: 'Guardar nota',
};

export const stopMessages: Readonly<Record<Language, StopWords>> = { en, es };

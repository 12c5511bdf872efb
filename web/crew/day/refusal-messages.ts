// Texts of rejected steps, lost jobs, decisions about stops and completed jobs in English and Spanish. They are loaded after the page.
import type { Language } from '../../ui/languages.ts';

const en = {
  notices_one: '1 notice',
  notices_other: '{count} notices',
  refusedTitle: 'Not recorded',
  refusedStep: '{step}: {place} (job {code}), {time}',
  whyNotYours: 'The job was assigned to another crew or withdrawn. Ask your dispatcher.',
  whyCancelled: 'The job was cancelled. Ask your dispatcher what to do with the items.',
  whyOver: 'The job has already ended. No further steps are needed.',
  whyStopGone: 'The stop was removed from the job. Check the list of stops.',
  whySkipped: 'Your dispatcher skipped this stop. Tell them if you completed it.',
  whyWaits: 'Your dispatcher has not decided yet. Wait for the decision, then repeat the step.',
  whyWrongStep:
    'The job is in another state than this phone assumed. Check the current step and continue from there.',
  whyFuture: 'The clock of this phone is wrong. Set it to automatic, then repeat the step.',
  whyTooEarly: 'A later step was already recorded. Repeat this step now.',
  whyBusy: 'You are on another job. Complete that one first.',
  whyPhotoLost: 'The photo is no longer on this phone. Take another one and repeat the step.',
  whyNotUnderstood: 'The server could not process the step. Update this page, then repeat the step.',
  understood: 'OK',

  endedCancelled: 'Job {code} was cancelled',
  endedReassigned: 'Job {code} is no longer yours',
  endedItems: 'Do not continue with it. If its items are in your vehicle, ask your dispatcher what to do.',

  skipped: 'Dispatch skipped the stop at {place}',
  skippedItems: 'Ask dispatch where to take the items.',
  retried: 'Dispatch asks you to try the stop at {place} again',

  jobDone: 'Done: {stops}',
  jobDoneOnTime: 'Done: {stops}, on time',
  stops_one: '1 stop',
  stops_other: '{count} stops',
  nextAt: 'Next job: departure at {time}.',
  nothingNext: 'No other job is planned right now.',
} as const;

export type RefusalWords = Readonly<Record<keyof typeof en, string>>;

const es: RefusalWords = {
  notices_one: '1 aviso',
  notices_other: '{count} avisos',
  refusedTitle: 'No se registró',
  refusedStep: '{step}: {place} (trabajo {code}), {time}',
  whyNotYours: 'El trabajo se asignó a otro equipo o se retiró. Pregunte a su despachador.',
  whyCancelled: 'El trabajo fue cancelado. Pregunte a su despachador qué hacer con los artículos.',
  whyOver: 'El trabajo ya terminó. No hay más pasos que hacer.',
  whyStopGone: 'La parada se quitó del trabajo. Revise la lista de paradas.',
  whySkipped: 'Su despachador omitió esta parada. Avísele si la completó.',
  whyWaits: 'Su despachador aún no ha decidido. Espere la decisión y repita el paso.',
  whyWrongStep:
    'El trabajo está en otro estado del que suponía este teléfono. Revise el paso actual y continúe desde ahí.',
  whyFuture: 'El reloj de este teléfono está mal. Póngalo en automático y repita el paso.',
  whyTooEarly: 'Ya se registró un paso posterior. Repita este paso ahora.',
  whyBusy: 'Está en otro trabajo. Complételo primero.',
  whyPhotoLost: 'La foto ya no está en este teléfono. Tome otra y repita el paso.',
  whyNotUnderstood: 'El servidor no pudo procesar el paso. Actualice esta página y repita el paso.',
  understood: 'Entendido',

  endedCancelled: 'El trabajo {code} fue cancelado',
  endedReassigned: 'El trabajo {code} ya no es suyo',
  endedItems: 'No continúe con él. Si lleva sus artículos, pregunte a su despachador qué hacer.',

  skipped: 'El despacho omitió la parada en {place}',
  skippedItems: 'Pregunte al despacho adónde llevar los artículos.',
  retried: 'El despacho le pide intentar de nuevo la parada en {place}',

  jobDone: 'Listo: {stops}',
  jobDoneOnTime: 'Listo: {stops}, a tiempo',
  stops_one: '1 parada',
  stops_other: '{count} paradas',
  nextAt: 'Próximo trabajo: salida a {time}.',
  nothingNext: 'No hay otro trabajo previsto ahora.',
};

export const refusalMessages: Readonly<Record<Language, RefusalWords>> = { en, es };

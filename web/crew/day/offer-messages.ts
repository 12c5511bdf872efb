// Texts of the offers in English and Spanish. They are loaded with the list of offers, not with the page.
import type { Language } from '../../ui/languages.ts';
import type { OfferDecline } from '../api.generated.ts';

export type OfferDeclineReason = OfferDecline['reason'];

const en = {
  title: 'Offers',
  link_one: '1 offer, {time} left',
  link_other: '{count} offers, {time} left',
  jobOffer: 'Job {code}',
  timeLeft: '{time} left to answer',
  plannedFrom: 'Start driving at {time}',
  plannedUntil: 'done by about {time}',
  fromLastStop: '{miles} mi from your last stop',
  fromPosition: '{miles} mi from your position',
  items: 'Items: {items}',
  accept: 'Accept',
  decline: 'Decline',
  sending: 'Sending your answer…',
  accepted: 'Accepted: {when}. The job is in your list.',
  declined: 'Declined: {when}. Your dispatcher sees the reason.',
  notSent: 'Your answer did not reach the server. Try again.',
  needsConnection: 'You are offline. Offers can be answered online only.',
  expired: 'Expired: the time to answer is over.',
  taken: 'Taken by another crew.',
  withdrawn: 'Withdrawn: the job was changed or cancelled.',
  ok: 'OK',
  declineTitle: 'Why do you decline this offer?',
  declineNote: 'Visible to your dispatcher. You are not asked again for this job.',
  declineSend: 'Decline offer',
  too_far: 'Too far away',
  not_enough_time: 'Not enough time',
  does_not_fit: 'Items do not fit',
  vehicle_problem: 'Vehicle problem',
  on_break: 'On a break',
  other: 'Other reason',
} as const;

export type OfferWords = Readonly<Record<keyof typeof en, string>>;

const es: OfferWords = {
  title: 'Ofertas',
  link_one: '1 oferta, quedan {time}',
  link_other: '{count} ofertas, quedan {time}',
  jobOffer: 'Trabajo {code}',
  timeLeft: '{time} para responder',
  plannedFrom: 'Salida a {time}',
  plannedUntil: 'fin aproximado a {time}',
  fromLastStop: 'A {miles} millas de su última parada',
  fromPosition: 'A {miles} millas de su posición',
  items: 'Artículos: {items}',
  accept: 'Aceptar',
  decline: 'Rechazar',
  sending: 'Enviando su respuesta…',
  accepted: 'Aceptado: {when}. El trabajo está en su lista.',
  declined: 'Rechazado: {when}. Su despachador ve el motivo.',
  notSent: 'Su respuesta no llegó al servidor. Inténtelo de nuevo.',
  needsConnection: 'No tiene conexión. Las ofertas solo se responden en línea.',
  expired: 'Caducada: terminó el tiempo para responder.',
  taken: 'La tomó otro equipo.',
  withdrawn: 'Retirada: el trabajo cambió o se canceló.',
  ok: 'Entendido',
  declineTitle: '¿Por qué rechaza esta oferta?',
  declineNote: 'Lo ve su despachador. No se le ofrecerá otra vez este trabajo.',
  declineSend: 'Rechazar oferta',
  too_far: 'Demasiado lejos',
  not_enough_time: 'No hay tiempo suficiente',
  does_not_fit: 'Los artículos no caben',
  vehicle_problem: 'Problema con el vehículo',
  on_break: 'En descanso',
  other: 'Otro motivo',
};

export const offerMessages: Readonly<Record<Language, OfferWords>> = { en, es };

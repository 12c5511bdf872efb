// Templates of SMS and e-mails to recipients, per language. render-notice.ts replaces the {placeholders}. SMS texts
// use only the GSM-7 alphabet where possible: one other character (á, í, ó, ú) shortens a segment from 160 to 70
// characters. Spanish texts choose their words accordingly.
import type { Language } from '../lib/language.ts';

export const TEMPLATES = [
  'booked',
  'booked_on_demand',
  'rescheduled',
  'rescheduled_on_demand',
  'on_the_way',
  'on_the_way_eta',
  'arriving',
  'arrived',
  'stop_done',
  'all_done',
  'cancelled',
  'late',
  'late_eta',
] as const;
export type Template = (typeof TEMPLATES)[number];

export interface NoticeText {
  readonly sms: string;
  readonly subject: string;
  /** Body of the e-mail, between greeting and tracking link. */
  readonly mail: string;
  /** Whether the notice has a tracking link. */
  readonly hasLink: boolean;
}

export interface CommonText {
  readonly greeting: string;
  readonly greetingByName: string;
  readonly follow: string;
  readonly optOutBySms: string;
  readonly why: string;
  readonly optOutByMail: string;
  /** What the window refers to. */
  readonly origin: string;
  readonly destination: string;
}

export const COMMON_TEXTS: Readonly<Record<Language, CommonText>> = {
  en: {
    greeting: 'Hello,',
    greetingByName: 'Hello {name},',
    follow: 'Follow it here:',
    optOutBySms: 'Reply STOP to opt out.',
    why: '{sender} named you as a contact for booking {hid}.',
    optOutByMail: 'Stop these emails:',
    origin: 'Pickup',
    destination: 'Delivery',
  },
  es: {
    greeting: 'Hola:',
    greetingByName: 'Hola, {name}:',
    follow: 'Siga la entrega aquí:',
    optOutBySms: 'Responda STOP para no recibir mensajes.',
    why: '{sender} le indicó como contacto de la reserva {hid}.',
    optOutByMail: 'No recibir más estos correos:',
    origin: 'Recogida',
    destination: 'Entrega',
  },
};

export const NOTICE_TEXTS: Readonly<Record<Language, Readonly<Record<Template, NoticeText>>>> = {
  en: {
    booked: {
      sms: '{sender}: booking {hid} is confirmed. {what}: {window}. Follow it: {link}',
      subject: 'Booking {hid} is confirmed',
      mail: 'Your booking {hid} with {sender} is confirmed. {what}: {window}.',
      hasLink: true,
    },
    booked_on_demand: {
      sms: '{sender}: booking {hid} is confirmed. A crew will come as soon as possible. Follow it: {link}',
      subject: 'Booking {hid} is confirmed',
      mail: 'Your booking {hid} with {sender} is confirmed. A crew will come as soon as possible.',
      hasLink: true,
    },
    rescheduled: {
      sms: '{sender}: booking {hid} has a new time. {what}: {window}. Follow it: {link}',
      subject: 'Booking {hid} has a new time',
      mail: 'The time of your booking {hid} with {sender} has changed. {what}: {window}.',
      hasLink: true,
    },
    rescheduled_on_demand: {
      sms: '{sender}: booking {hid} has a new time. A crew will come as soon as possible. Follow it: {link}',
      subject: 'Booking {hid} has a new time',
      mail: 'The time of your booking {hid} with {sender} has changed. A crew will come as soon as possible.',
      hasLink: true,
    },
    on_the_way: {
      sms: '{sender}: your crew is on the way to {place}. Follow it: {link}',
      subject: 'Your crew is on the way',
      mail: 'The crew of your booking {hid} with {sender} is on the way to {place}.',
      hasLink: true,
    },
    on_the_way_eta: {
      sms: '{sender}: your crew is on the way to {place}, expected around {time}. Follow it: {link}',
      subject: 'Your crew is on the way, expected around {time}',
      mail: 'The crew of your booking {hid} with {sender} is on the way to {place} and expects to be there around {time}.',
      hasLink: true,
    },
    arriving: {
      sms: '{sender}: your crew will be at {place} in about {minutes} min. Follow it: {link}',
      subject: 'Your crew is about to arrive',
      mail: 'The crew of your booking {hid} with {sender} will be at {place} in about {minutes} minutes.',
      hasLink: true,
    },
    arrived: {
      sms: '{sender}: your crew has arrived at {place}. Follow it: {link}',
      subject: 'Your crew has arrived',
      mail: 'The crew of your booking {hid} with {sender} has arrived at {place}.',
      hasLink: true,
    },
    stop_done: {
      sms: '{sender}: the crew is done at {place}. See it here: {link}',
      subject: 'The crew is done at {place}',
      mail: 'The crew of your booking {hid} with {sender} is done at {place}.',
      hasLink: true,
    },
    all_done: {
      sms: '{sender}: booking {hid} is complete. Thank you! See it here: {link}',
      subject: 'Booking {hid} is complete',
      mail: 'Your booking {hid} with {sender} is complete. Thank you!',
      hasLink: true,
    },
    cancelled: {
      sms: '{sender}: booking {hid} was cancelled. No crew will come. Questions? Please contact {sender}.',
      subject: 'Booking {hid} was cancelled',
      mail: 'Your booking {hid} was cancelled; no crew will come. If you have questions, please contact {sender}.',
      hasLink: false,
    },
    late: {
      sms: '{sender}: we are sorry, your crew is running late for booking {hid}. Follow it: {link}',
      subject: 'Booking {hid} is running late',
      mail: 'We are sorry: the crew of your booking {hid} with {sender} is running late.',
      hasLink: true,
    },
    late_eta: {
      sms: '{sender}: we are sorry, your crew is running late for booking {hid}; now expected around {time}. Follow it: {link}',
      subject: 'Booking {hid} is running late, now expected around {time}',
      mail: 'We are sorry: the crew of your booking {hid} with {sender} is running late. It is now expected around {time}.',
      hasLink: true,
    },
  },
  es: {
    booked: {
      sms: '{sender}: reserva {hid} confirmada. {what}: {window}. Siga la entrega: {link}',
      subject: 'Reserva {hid} confirmada',
      mail: 'Su reserva {hid} con {sender} está confirmada. {what}: {window}.',
      hasLink: true,
    },
    booked_on_demand: {
      sms: '{sender}: reserva {hid} confirmada. El equipo llega lo antes posible. Siga la entrega: {link}',
      subject: 'Reserva {hid} confirmada',
      mail: 'Su reserva {hid} con {sender} está confirmada. El equipo llegará lo antes posible.',
      hasLink: true,
    },
    rescheduled: {
      sms: '{sender}: la reserva {hid} tiene nuevo horario. {what}: {window}. Siga la entrega: {link}',
      subject: 'La reserva {hid} tiene nuevo horario',
      mail: 'El horario de su reserva {hid} con {sender} ha cambiado. {what}: {window}.',
      hasLink: true,
    },
    rescheduled_on_demand: {
      sms: '{sender}: la reserva {hid} tiene nuevo horario. El equipo llega lo antes posible. Siga la entrega: {link}',
      subject: 'La reserva {hid} tiene nuevo horario',
      mail: 'El horario de su reserva {hid} con {sender} ha cambiado. El equipo llegará lo antes posible.',
      hasLink: true,
    },
    on_the_way: {
      sms: '{sender}: su equipo va en camino a {place}. Siga la entrega: {link}',
      subject: 'Su equipo va en camino',
      mail: 'El equipo de su reserva {hid} con {sender} va en camino a {place}.',
      hasLink: true,
    },
    on_the_way_eta: {
      sms: '{sender}: su equipo va en camino a {place}, llega hacia las {time}. Siga la entrega: {link}',
      subject: 'Su equipo va en camino, llega hacia las {time}',
      mail: 'El equipo de su reserva {hid} con {sender} va en camino a {place} y espera llegar hacia las {time}.',
      hasLink: true,
    },
    arriving: {
      sms: '{sender}: su equipo llega a {place} en unos {minutes} min. Siga la entrega: {link}',
      subject: 'Su equipo está por llegar',
      mail: 'El equipo de su reserva {hid} con {sender} llegará a {place} en unos {minutes} minutos.',
      hasLink: true,
    },
    arrived: {
      sms: '{sender}: su equipo ya se encuentra en {place}. Siga la entrega: {link}',
      subject: 'Su equipo ha llegado',
      mail: 'El equipo de su reserva {hid} con {sender} ha llegado a {place}.',
      hasLink: true,
    },
    stop_done: {
      sms: '{sender}: el equipo ha terminado en {place}. Detalles: {link}',
      subject: 'El equipo ha terminado en {place}',
      mail: 'El equipo de su reserva {hid} con {sender} ha terminado en {place}.',
      hasLink: true,
    },
    all_done: {
      sms: '{sender}: la reserva {hid} ha terminado. ¡Gracias! Detalles: {link}',
      subject: 'La reserva {hid} ha terminado',
      mail: 'Su reserva {hid} con {sender} ha terminado. ¡Gracias!',
      hasLink: true,
    },
    cancelled: {
      sms: '{sender}: la reserva {hid} fue cancelada y no va a ir el equipo. ¿Preguntas? Contacte con {sender}.',
      subject: 'La reserva {hid} fue cancelada',
      mail: 'Su reserva {hid} fue cancelada y no irá ningún equipo. Si tiene preguntas, contacte con {sender}.',
      hasLink: false,
    },
    late: {
      sms: '{sender}: lo sentimos, su equipo va con retraso para la reserva {hid}. Siga la entrega: {link}',
      subject: 'La reserva {hid} va con retraso',
      mail: 'Lo sentimos: el equipo de su reserva {hid} con {sender} va con retraso.',
      hasLink: true,
    },
    late_eta: {
      sms: '{sender}: lo sentimos, su equipo va con retraso para la reserva {hid}; llega hacia las {time}. Siga la entrega: {link}',
      subject: 'La reserva {hid} va con retraso, llega hacia las {time}',
      mail: 'Lo sentimos: el equipo de su reserva {hid} con {sender} va con retraso. Ahora se espera hacia las {time}.',
      hasLink: true,
    },
  },
};

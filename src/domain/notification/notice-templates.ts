// Templates of SMS and e-mails to recipients, per language. render-notice.ts replaces the {placeholders}. SMS texts
// use only the GSM-7 alphabet where possible: one other character (á, í, ó, ú) shortens a segment from 160 to 70
// characters. Spanish texts choose their words accordingly.
import type { Language } from '../../lib/language.ts';

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
  'delivered',
  'all_done',
  'cancelled',
  'cancelled_on_demand',
  'late',
  'late_eta',
  'not_delivered',
  'not_completed',
  'custom',
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
  /** Labels of the tracking link after the end: with photos of the completed stop, and without. */
  readonly seePhotos: string;
  readonly seeDetails: string;
  readonly optOutBySms: string;
  readonly why: string;
  /** Before the help contact of the organization. */
  readonly help: string;
  readonly optOutByMail: string;
  /** What the window refers to. */
  readonly origin: string;
  readonly destination: string;
  readonly stop: string;
  /** A time that follows from the window of another stop. */
  readonly estimated: string;
  /** Labels of the facts in an e-mail. */
  readonly booking: string;
  readonly address: string;
  readonly expected: string;
  readonly completedAt: string;
  readonly deliveredAt: string;
  /** Before the code of the booking whose stop is delivered again. */
  readonly redeliveryOf: string;
}

export const COMMON_TEXTS: Readonly<Record<Language, CommonText>> = {
  en: {
    greeting: 'Hello,',
    greetingByName: 'Hello {name},',
    follow: 'Track your booking',
    seePhotos: 'See the photos',
    seeDetails: 'See the details',
    optOutBySms: 'Reply STOP to opt out.',
    why: 'You receive this e-mail because {sender} named you as a contact for booking {hid}.',
    help: 'Questions? Contact {sender}:',
    optOutByMail: 'Unsubscribe from these e-mails',
    origin: 'Pickup',
    destination: 'Delivery',
    stop: 'Your stop',
    estimated: '{window} (estimated)',
    booking: 'Booking',
    address: 'Address',
    expected: 'Expected',
    completedAt: 'Completed',
    deliveredAt: 'Delivered',
    redeliveryOf: 'New delivery for',
  },
  es: {
    greeting: 'Hola:',
    greetingByName: 'Hola, {name}:',
    follow: 'Seguir su reserva',
    seePhotos: 'Ver las fotos',
    seeDetails: 'Ver los detalles',
    optOutBySms: 'Responda STOP para no recibir mensajes.',
    why: 'Recibe este correo porque {sender} registró sus datos como contacto de la reserva {hid}.',
    help: '¿Preguntas? Comuníquese con {sender}:',
    optOutByMail: 'Dejar de recibir estos correos',
    origin: 'Recogida',
    destination: 'Entrega',
    stop: 'Su parada',
    estimated: '{window} (previsto)',
    booking: 'Reserva',
    address: 'Dirección',
    expected: 'Hora prevista',
    completedAt: 'Completada',
    deliveredAt: 'Entregado',
    redeliveryOf: 'Nueva entrega de',
  },
};

export const NOTICE_TEXTS: Readonly<Record<Language, Readonly<Record<Template, NoticeText>>>> = {
  en: {
    booked: {
      sms: '{sender}: booking {hid} is confirmed. {what}: {window}. Track it: {link}',
      subject: 'Booking {hid} is confirmed',
      mail: 'Your booking {hid} with {sender} is confirmed. {what}: {window}.',
      hasLink: true,
    },
    booked_on_demand: {
      sms: '{sender}: booking {hid} is confirmed. A crew will come as soon as possible. Track it: {link}',
      subject: 'Booking {hid} is confirmed',
      mail: 'Your booking {hid} with {sender} is confirmed. A crew will come as soon as possible.',
      hasLink: true,
    },
    rescheduled: {
      sms: '{sender}: booking {hid} has a new time. {what}: {window}. Track it: {link}',
      subject: 'Booking {hid} has a new time',
      mail: 'The time of your booking {hid} with {sender} has changed. {what}: {window}.',
      hasLink: true,
    },
    rescheduled_on_demand: {
      sms: '{sender}: booking {hid} has a new time. A crew will come as soon as possible. Track it: {link}',
      subject: 'Booking {hid} has a new time',
      mail: 'The time of your booking {hid} with {sender} has changed. A crew will come as soon as possible.',
      hasLink: true,
    },
    on_the_way: {
      sms: '{sender}: your crew is on the way to {place}. Track it: {link}',
      subject: 'Your crew is on the way',
      mail: 'The crew of your booking {hid} with {sender} is on the way to {place}.',
      hasLink: true,
    },
    on_the_way_eta: {
      sms: '{sender}: your crew is on the way to {place}, expected around {time}. Track it: {link}',
      subject: 'Your crew is on the way, expected around {time}',
      mail: 'The crew of your booking {hid} with {sender} is on the way to {place} and is expected around {time}.',
      hasLink: true,
    },
    arriving: {
      sms: '{sender}: your crew will be at {place} in about {minutes} min. Track it: {link}',
      subject: 'Your crew is about to arrive',
      mail: 'The crew of your booking {hid} with {sender} will be at {place} in about {minutes} minutes.',
      hasLink: true,
    },
    arrived: {
      sms: '{sender}: your crew has arrived at {place}. Track it: {link}',
      subject: 'Your crew has arrived',
      mail: 'The crew of your booking {hid} with {sender} has arrived at {place}.',
      hasLink: true,
    },
    stop_done: {
      sms: '{sender}: your crew has finished at {place}. Details: {link}',
      subject: 'Your crew has finished at {place}',
      mail: 'The crew of your booking {hid} with {sender} has finished at {place}.',
      hasLink: true,
    },
    delivered: {
      sms: '{sender}: your items were delivered to {place}. Details: {link}',
      subject: 'Your items were delivered to {place}',
      mail: 'The crew of your booking {hid} with {sender} has delivered your items to {place}.',
      hasLink: true,
    },
    all_done: {
      sms: '{sender}: booking {hid} is complete. Thank you! Details: {link}',
      subject: 'Booking {hid} is complete',
      mail: 'Your booking {hid} with {sender} is complete. Thank you!',
      hasLink: true,
    },
    cancelled: {
      sms: '{sender}: booking {hid}, planned for {window}, was cancelled. No crew will come. Questions? Please contact {sender}.',
      subject: 'Booking {hid} was cancelled',
      mail: 'Your booking {hid}, planned for {window}, was cancelled. No crew will come. If you have questions, please contact {sender}.',
      hasLink: false,
    },
    cancelled_on_demand: {
      sms: '{sender}: booking {hid} was cancelled. No crew will come. Questions? Please contact {sender}.',
      subject: 'Booking {hid} was cancelled',
      mail: 'Your booking {hid} was cancelled. No crew will come. If you have questions, please contact {sender}.',
      hasLink: false,
    },
    late: {
      sms: '{sender}: your crew is running late for booking {hid}. We apologize. Track it: {link}',
      subject: 'Booking {hid} is running late',
      mail: 'The crew of your booking {hid} with {sender} is running late. We apologize for the delay.',
      hasLink: true,
    },
    late_eta: {
      sms: '{sender}: your crew is running late for booking {hid} and is now expected around {time}. We apologize. Track it: {link}',
      subject: 'Booking {hid} is running late, now expected around {time}',
      mail: 'The crew of your booking {hid} with {sender} is running late and is now expected around {time}. We apologize for the delay.',
      hasLink: true,
    },
    not_delivered: {
      sms: '{sender}: we could not deliver to {place}{because}. {next} Details: {link}',
      subject: 'We could not deliver to {place}',
      mail: 'The crew of your booking {hid} with {sender} could not deliver to {place}{because}. {next}',
      hasLink: true,
    },
    not_completed: {
      sms: '{sender}: we could not complete the stop at {place}{because}. {next} Details: {link}',
      subject: 'We could not complete the stop at {place}',
      mail: 'The crew of your booking {hid} with {sender} could not complete the stop at {place}{because}. {next}',
      hasLink: true,
    },
    custom: {
      sms: '{sender}: {text} Track your booking: {link}',
      subject: 'A message about your booking {hid}',
      mail: '{text}',
      hasLink: true,
    },
  },
  es: {
    booked: {
      sms: '{sender}: reserva {hid} confirmada. {what}: {window}. Seguimiento: {link}',
      subject: 'Reserva {hid} confirmada',
      mail: 'Su reserva {hid} con {sender} está confirmada. {what}: {window}.',
      hasLink: true,
    },
    booked_on_demand: {
      sms: '{sender}: reserva {hid} confirmada. El equipo llega lo antes posible. Seguimiento: {link}',
      subject: 'Reserva {hid} confirmada',
      mail: 'Su reserva {hid} con {sender} está confirmada. El equipo llegará lo antes posible.',
      hasLink: true,
    },
    rescheduled: {
      sms: '{sender}: la reserva {hid} tiene un nuevo horario. {what}: {window}. Seguimiento: {link}',
      subject: 'La reserva {hid} tiene un nuevo horario',
      mail: 'El horario de su reserva {hid} con {sender} cambió. {what}: {window}.',
      hasLink: true,
    },
    rescheduled_on_demand: {
      sms: '{sender}: la reserva {hid} tiene un nuevo horario. El equipo llega lo antes posible. Seguimiento: {link}',
      subject: 'La reserva {hid} tiene un nuevo horario',
      mail: 'El horario de su reserva {hid} con {sender} cambió. El equipo llegará lo antes posible.',
      hasLink: true,
    },
    on_the_way: {
      sms: '{sender}: su equipo va en camino a {place}. Seguimiento: {link}',
      subject: 'Su equipo va en camino',
      mail: 'El equipo de su reserva {hid} con {sender} va en camino a {place}.',
      hasLink: true,
    },
    on_the_way_eta: {
      sms: '{sender}: su equipo va en camino a {place} (llegada estimada: {time}). Seguimiento: {link}',
      subject: 'Su equipo va en camino (llegada estimada: {time})',
      mail: 'El equipo de su reserva {hid} con {sender} va en camino a {place} (llegada estimada: {time}).',
      hasLink: true,
    },
    arriving: {
      sms: '{sender}: su equipo llega a {place} en unos {minutes} min. Seguimiento: {link}',
      subject: 'Su equipo está por llegar',
      mail: 'El equipo de su reserva {hid} con {sender} llegará a {place} en unos {minutes} minutos.',
      hasLink: true,
    },
    arrived: {
      sms: '{sender}: su equipo ya se encuentra en {place}. Seguimiento: {link}',
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
    delivered: {
      sms: '{sender}: su pedido se ha entregado en {place}. Detalles: {link}',
      subject: 'Su pedido se ha entregado en {place}',
      mail: 'El equipo de su reserva {hid} con {sender} ha entregado su pedido en {place}.',
      hasLink: true,
    },
    all_done: {
      sms: '{sender}: la reserva {hid} fue completada. ¡Gracias! Detalles: {link}',
      subject: 'La reserva {hid} fue completada',
      mail: 'Su reserva {hid} con {sender} fue completada. ¡Gracias!',
      hasLink: true,
    },
    cancelled: {
      sms: '{sender}: la reserva {hid}, prevista para el {window}, fue cancelada. El equipo no va a ir. ¿Preguntas? Contacte a {sender}.',
      subject: 'La reserva {hid} fue cancelada',
      mail: 'Su reserva {hid}, prevista para el {window}, fue cancelada. El equipo no irá. Si tiene preguntas, contacte a {sender}.',
      hasLink: false,
    },
    cancelled_on_demand: {
      sms: '{sender}: la reserva {hid} fue cancelada. El equipo no va a ir. ¿Preguntas? Contacte a {sender}.',
      subject: 'La reserva {hid} fue cancelada',
      mail: 'Su reserva {hid} fue cancelada. El equipo no irá. Si tiene preguntas, contacte a {sender}.',
      hasLink: false,
    },
    late: {
      sms: '{sender}: su equipo va con retraso para la reserva {hid}. Disculpe la demora. Seguimiento: {link}',
      subject: 'La reserva {hid} va con retraso',
      mail: 'El equipo de su reserva {hid} con {sender} va con retraso. Disculpe la demora.',
      hasLink: true,
    },
    late_eta: {
      sms: '{sender}: su equipo va con retraso para la reserva {hid} (nueva hora estimada: {time}). Disculpe la demora. Seguimiento: {link}',
      subject: 'La reserva {hid} va con retraso (nueva hora estimada: {time})',
      mail: 'El equipo de su reserva {hid} con {sender} va con retraso (nueva hora estimada: {time}). Disculpe la demora.',
      hasLink: true,
    },
    not_delivered: {
      sms: '{sender}: no pudimos entregar en {place}{because}. {next} Detalles: {link}',
      subject: 'No pudimos entregar en {place}',
      mail: 'El equipo de su reserva {hid} con {sender} no pudo entregar en {place}{because}. {next}',
      hasLink: true,
    },
    not_completed: {
      sms: '{sender}: no pudimos completar la parada en {place}{because}. {next} Detalles: {link}',
      subject: 'No pudimos completar la parada en {place}',
      mail: 'El equipo de su reserva {hid} con {sender} no pudo completar la parada en {place}{because}. {next}',
      hasLink: true,
    },
    custom: {
      sms: '{sender}: {text} Seguimiento: {link}',
      subject: 'Un mensaje sobre su reserva {hid}',
      mail: '{text}',
      hasLink: true,
    },
  },
};

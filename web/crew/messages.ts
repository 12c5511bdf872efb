// Texts of the crew page in English and Spanish. Plain strings, so that tests can compare the languages; `{name}` is
// interpolated by `ui/interpolate.ts`.

import type { Language } from '../ui/languages.ts';

const en = {
  pageTitle: 'Your jobs',
  languageLabel: 'Language',
  themeToDark: 'Use dark theme',
  themeToLight: 'Use light theme',
  loading: 'Loading your jobs…',
  close: 'Close',
  sandbox: 'Sandbox',

  signInTitle: 'Sign in',
  signInNew: 'Open the link from your dispatcher on this phone, or sign in with your phone number and PIN.',
  signInEnded: 'Your session has ended. Sign in again. Unsent steps are still saved on this phone.',
  signInOut: 'You are signed out.',
  signInSpent:
    'This link was already used or has expired. Ask your dispatcher for a new one, or sign in with your PIN.',
  signInUnreachable: 'The server cannot be reached. Try again when you are online.',
  nameLabel: 'Phone number or code',
  pinLabel: 'PIN',
  signIn: 'Sign in',
  signOut: 'Sign out',
  wrongPin:
    'The phone number, code or PIN is wrong. After several wrong PINs you have to wait before the next try.',
  tooMany_one:
    'Too many attempts. Try again in one minute. Your dispatcher can end the wait or send you a link.',
  tooMany_other:
    'Too many attempts. Try again in {count} minutes. Your dispatcher can end the wait or send you a link.',
  serverUnreachable: 'The server cannot be reached. Check your connection and try again.',
  retry: 'Try again',
  keptNote: 'Saved on this phone. Sent when the crew member who recorded it signs in here.',

  allSent: 'All sent',
  offline: 'No connection',
  waiting_one: '1 step waiting to sync',
  waiting_other: '{count} steps waiting to sync',
  waitingNote: 'Saved on this phone. Sent automatically when you are online.',
  sending: 'Sending…',
  heldNote: 'Sent 10 seconds after the tap.',
  undo: 'Undo',
  sendsIn: 'Sends in {seconds} s',
  newVersion: 'A new version of this page is available.',
  update: 'Update now',

  asSoonAsPossible: 'As soon as possible',
  shift: 'Shift {time}',
  localTime: 'Local time: {zone}',

  afterThat: 'Next jobs',
  stops: 'Stops',
  pickup: 'Pickup',
  stop: 'Stop',
  dropoff: 'Drop-off',
  stopOf: '{kind} · {number} of {count}',
  floor: 'Floor {floor}',
  elevator: 'Elevator',
  noElevator: 'No elevator',
  order: 'Order {order}',
  navigate: 'Navigate',
  opensMaps: 'opens your maps app',
  call: 'Call {name}',
  callContact: 'Call the contact',
  callDispatch: 'Call dispatch',
  addNote: 'Add a note',
  maskedNote: 'Calls go through a masked number. Your own number is not shown.',
  noContact: 'This stop has no contact to call.',

  setOut: 'Start driving',
  alreadyThere: 'I am already there',
  arrived: 'I have arrived',
  photoAndDone: 'Take photo and complete',
  addPhoto: 'Add a photo',
  done: 'Complete stop',
  cannot: 'Report a problem',
  photoOf: 'Photo {number} of this stop',
  removePhoto: 'Remove photo {number}',
  photoUnreadable: 'This photo cannot be read. Take another one.',
  preparing: 'Saving the photo…',

  stateWaiting: 'Upcoming',
  statePending: 'Next',
  stateDriving: 'On the way',
  stateAt: 'You are here',
  stateFailed: 'On hold',
  stateDone: 'Completed',
  stateSkipped: 'Skipped',
  doneAt: 'Completed at {time}',
  arrivedAt: 'Arrived at {time}',

  failedTitle: 'Waiting for your dispatcher',
  failed:
    'Your dispatcher has been notified and decides whether to retry the stop, skip it or cancel the job. This page updates automatically.',

  noteLabel: 'Note',
  noteNeeded: 'Describe the problem.',

  locationTitle: 'Share your location during this job?',
  location:
    'Customers can then see when you will arrive. Sharing stops when the job is completed. Past positions are not stored.',
  allow: 'Share location',
  notNow: 'Not now',
  locationOn: 'Sharing your location',
  locationWaits: 'Offline: your location is not shared',
  locationDenied: 'Location access is blocked in the browser settings. You can still carry out jobs.',

  stepDepart: 'Departure',
  stepArrive: 'Arrival',
  stepComplete: 'Completion',
  stepCannot: 'Problem report',
  stepNote: 'Note',

  noJobsTitle: 'No jobs right now',
  noJobs: 'New jobs appear here automatically.',
  noCrewTitle: 'You are not in a crew',
  noCrew: 'Ask your dispatcher to add you to one. Its jobs then appear here automatically.',
  finished_one: '1 job completed in the last hours.',
  finished_other: '{count} jobs completed in the last hours.',
  noShift: 'No shift in the next hours.',

  pickup_truck: 'Pickup truck',
  van: 'Van',
  sprinter_van: 'Sprinter van',
  box_truck_14ft: 'Box truck, 14 ft',
  box_truck_16ft: 'Box truck, 16 ft',
  box_truck_18ft: 'Box truck, 18 ft',
  box_truck_24ft: 'Box truck, 24 ft',

  mapYou: 'You',
  mapKind: 'map',
  mapKeys: 'Arrow keys move the map. Plus and minus zoom.',
  mapZoomIn: 'Zoom in',
  mapZoomOut: 'Zoom out',
  mapShowAll: 'Show all stops',
  mapMiles: '{count} mi',
} as const;

export type Words = Readonly<Record<keyof typeof en, string>>;

const es: Words = {
  pageTitle: 'Sus trabajos',
  languageLabel: 'Idioma',
  themeToDark: 'Usar tema oscuro',
  themeToLight: 'Usar tema claro',
  loading: 'Cargando sus trabajos…',
  close: 'Cerrar',
  sandbox: 'Pruebas',

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
  signIn: 'Iniciar sesión',
  signOut: 'Cerrar sesión',
  wrongPin:
    'El número de teléfono, el código o la clave es incorrecto. Después de varias claves incorrectas, debe esperar antes de intentarlo de nuevo.',
  tooMany_one:
    'Demasiados intentos. Inténtelo de nuevo en un minuto. Su despachador puede terminar la espera o enviarle un enlace.',
  tooMany_other:
    'Demasiados intentos. Inténtelo de nuevo en {count} minutos. Su despachador puede terminar la espera o enviarle un enlace.',
  serverUnreachable: 'No se puede conectar con el servidor. Revise su conexión e inténtelo de nuevo.',
  retry: 'Intentar de nuevo',
  keptNote: 'Guardado en este teléfono. Se envía cuando inicie sesión aquí la persona que lo registró.',

  allSent: 'Todo enviado',
  offline: 'Sin conexión',
  waiting_one: '1 paso por enviar',
  waiting_other: '{count} pasos por enviar',
  waitingNote: 'Guardado en este teléfono. Se envía automáticamente cuando tenga conexión.',
  sending: 'Enviando…',
  heldNote: 'Se envía 10 segundos después de tocar.',
  undo: 'Deshacer',
  sendsIn: 'Se envía en {seconds} s',
  newVersion: 'Hay una versión nueva de esta página.',
  update: 'Actualizar ahora',

  asSoonAsPossible: 'Lo antes posible',
  shift: 'Turno {time}',
  localTime: 'Hora local: {zone}',

  afterThat: 'Próximos trabajos',
  stops: 'Paradas',
  pickup: 'Recogida',
  stop: 'Parada',
  dropoff: 'Entrega',
  stopOf: '{kind} · {number} de {count}',
  floor: 'Piso {floor}',
  elevator: 'Con ascensor',
  noElevator: 'Sin ascensor',
  order: 'Pedido {order}',
  navigate: 'Cómo llegar',
  opensMaps: 'abre su aplicación de mapas',
  call: 'Llamar a {name}',
  callContact: 'Llamar al contacto',
  callDispatch: 'Llamar al despacho',
  addNote: 'Agregar una nota',
  maskedNote: 'Las llamadas pasan por un número enmascarado. Su propio número no se muestra.',
  noContact: 'Esta parada no tiene un contacto a quien llamar.',

  setOut: 'Iniciar viaje',
  alreadyThere: 'Ya estoy allí',
  arrived: 'Ya llegué',
  photoAndDone: 'Tomar foto y completar',
  addPhoto: 'Agregar foto',
  done: 'Completar parada',
  cannot: 'Reportar problema',
  photoOf: 'Foto {number} de esta parada',
  removePhoto: 'Quitar la foto {number}',
  photoUnreadable: 'Esta foto no se puede leer. Tome otra.',
  preparing: 'Guardando la foto…',

  stateWaiting: 'Pendiente',
  statePending: 'Siguiente',
  stateDriving: 'En camino',
  stateAt: 'Está aquí',
  stateFailed: 'En espera',
  stateDone: 'Completada',
  stateSkipped: 'Omitida',
  doneAt: 'Completada a {time}',
  arrivedAt: 'Llegada a {time}',

  failedTitle: 'En espera de su despachador',
  failed:
    'Su despachador recibió el aviso y decide si reintentar la parada, omitirla o cancelar el trabajo. Esta página se actualiza automáticamente.',

  noteLabel: 'Nota',
  noteNeeded: 'Describa el problema.',

  locationTitle: '¿Compartir su ubicación durante este trabajo?',
  location:
    'Así los clientes ven cuándo va a llegar. Deja de compartirse al completar el trabajo. No se guardan las posiciones anteriores.',
  allow: 'Compartir ubicación',
  notNow: 'Ahora no',
  locationOn: 'Compartiendo su ubicación',
  locationWaits: 'Sin conexión: su ubicación no se comparte',
  locationDenied:
    'El acceso a la ubicación está bloqueado en los ajustes del navegador. Aun así puede realizar los trabajos.',

  stepDepart: 'Salida',
  stepArrive: 'Llegada',
  stepComplete: 'Parada completada',
  stepCannot: 'Reporte de problema',
  stepNote: 'Nota',

  noJobsTitle: 'No hay trabajos ahora',
  noJobs: 'Los trabajos nuevos aparecen aquí automáticamente.',
  noCrewTitle: 'No está en ningún equipo',
  noCrew: 'Pida a su despachador que lo agregue a uno. Los trabajos aparecerán aquí automáticamente.',
  finished_one: '1 trabajo completado en las últimas horas.',
  finished_other: '{count} trabajos completados en las últimas horas.',
  noShift: 'Sin turno en las próximas horas.',

  pickup_truck: 'Camioneta pickup',
  van: 'Furgoneta',
  sprinter_van: 'Furgoneta grande',
  box_truck_14ft: 'Camión de caja, 14 pies',
  box_truck_16ft: 'Camión de caja, 16 pies',
  box_truck_18ft: 'Camión de caja, 18 pies',
  box_truck_24ft: 'Camión de caja, 24 pies',

  mapYou: 'Usted',
  mapKind: 'mapa',
  mapKeys: 'Las flechas mueven el mapa. Más y menos lo acercan o alejan.',
  mapZoomIn: 'Acercar',
  mapZoomOut: 'Alejar',
  mapShowAll: 'Mostrar todas las paradas',
  mapMiles: '{count} millas',
};

export const messagesByLanguage: Readonly<Record<Language, Words>> = { en, es };

// Texts of the notice pages for tracking links that show no booking.
import type { Language } from '../../lib/language.ts';
import type { ProblemKind } from '../../lib/problem-entry.ts';

export type LinkNotice = 'unknown' | 'expired' | 'busy' | 'failed' | 'sandbox';

interface NoticeText {
  readonly title: string;
  readonly message: string;
}

type LinkMessages = Readonly<Record<LinkNotice, NoticeText>> & {
  readonly name: string;
  readonly help: string;
  readonly helpUnnamed: string;
};

export const linkMessages: Readonly<Record<Language, LinkMessages>> = {
  en: {
    name: 'English',
    help: 'Questions? Contact {sender}.',
    helpUnnamed: 'Questions? Contact the sender of the link.',
    unknown: {
      title: 'We cannot find this delivery',
      message: 'The link may be incomplete. Open it again from the message it came in, or ask the sender.',
    },
    expired: {
      title: 'This link has expired',
      message: 'The delivery has ended, and its page is no longer available.',
    },
    busy: {
      title: 'One moment, please',
      message: 'Your network has sent too many requests. Wait a minute, then reload this page.',
    },
    failed: {
      title: 'We cannot show this page right now',
      message: 'There is a problem on our side. Your delivery is not affected. Please try again in a moment.',
    },
    sandbox: {
      title: 'This is a sandbox link',
      message:
        'It belongs to a test booking: no crew is on the way. Links of real deliveries show the crew and its arrival time. Developers see the tracking page of their test bookings in the portal, under Bookings.',
    },
  },
  es: {
    name: 'Español',
    help: '¿Preguntas? Comuníquese con {sender}.',
    helpUnnamed: '¿Preguntas? Consulte a quien le envió el enlace.',
    unknown: {
      title: 'No encontramos esta entrega',
      message:
        'Puede que el enlace esté incompleto. Ábralo de nuevo desde el mensaje en que llegó o consulte a quien se lo envió.',
    },
    expired: {
      title: 'Este enlace ha caducado',
      message: 'La entrega terminó y su página ya no está disponible.',
    },
    busy: {
      title: 'Un momento, por favor',
      message: 'Su red envió demasiadas solicitudes. Espere un minuto y vuelva a cargar esta página.',
    },
    failed: {
      title: 'No podemos mostrar esta página en este momento',
      message:
        'Hay un problema de nuestro lado. Su entrega no se ve afectada. Inténtelo de nuevo en un momento.',
    },
    sandbox: {
      title: 'Este enlace es del entorno de pruebas',
      message:
        'Pertenece a una reserva de prueba: ningún equipo está en camino. Los enlaces de entregas reales muestran el equipo y su hora de llegada. Los desarrolladores ven la página de seguimiento de sus reservas de prueba en el portal, en la sección Bookings.',
    },
  },
};

export function noticeOf(kind: ProblemKind): LinkNotice {
  if (kind === 'not_found') return 'unknown';
  if (kind === 'gone') return 'expired';
  return kind === 'rate_limited' ? 'busy' : 'failed';
}

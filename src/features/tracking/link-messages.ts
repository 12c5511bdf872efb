// Texts of the notice pages for tracking links that show no booking.
import type { Language } from '../../lib/language.ts';
import type { ProblemKind } from '../../lib/problem-catalogue.ts';

export type LinkNotice = 'unknown' | 'expired' | 'busy' | 'failed' | 'sandbox';

interface NoticeText {
  readonly title: string;
  readonly message: string;
}

type LinkMessages = Readonly<Record<LinkNotice, NoticeText>> & { readonly name: string };

export const linkWords: Readonly<Record<Language, LinkMessages>> = {
  en: {
    name: 'English',
    unknown: {
      title: 'We cannot find this delivery',
      message:
        'The link may be incomplete. Open it again from the message it came in, or ask whoever sent it.',
    },
    expired: {
      title: 'This link has expired',
      message:
        'The delivery is over, and its page is no longer shown. If you still need something, ask whoever sent the link.',
    },
    busy: {
      title: 'One moment, please',
      message: 'A lot was asked from your network just now. Wait a minute, then load this page again.',
    },
    failed: {
      title: 'We cannot show this right now',
      message: 'Something is wrong on our side. Your delivery is not affected. Please try again in a moment.',
    },
    sandbox: {
      title: 'This is a link from the sandbox',
      message:
        'It belongs to a test booking: nobody is on the way. Links of real deliveries show the crew and when it arrives.',
    },
  },
  es: {
    name: 'Español',
    unknown: {
      title: 'No encontramos esta entrega',
      message:
        'Puede que el enlace esté incompleto. Ábralo de nuevo desde el mensaje en que llegó o pregunte a quien se lo envió.',
    },
    expired: {
      title: 'Este enlace ha caducado',
      message:
        'La entrega terminó y su página ya no se muestra. Si todavía necesita algo, pregunte a quien le envió el enlace.',
    },
    busy: {
      title: 'Un momento, por favor',
      message: 'Hubo muchas consultas desde su red. Espere un minuto y vuelva a cargar esta página.',
    },
    failed: {
      title: 'No podemos mostrar esto en este momento',
      message: 'Algo falla de nuestro lado. Su entrega no se ve afectada. Inténtelo de nuevo en un momento.',
    },
    sandbox: {
      title: 'Este enlace es del entorno de pruebas',
      message:
        'Pertenece a una reserva de prueba: nadie está en camino. Los enlaces de entregas reales muestran al equipo y cuándo llega.',
    },
  },
};

export function noticeOf(kind: ProblemKind): LinkNotice {
  if (kind === 'not_found') return 'unknown';
  if (kind === 'gone') return 'expired';
  return kind === 'rate_limited' ? 'busy' : 'failed';
}

// Texts of the e-mails about changed credentials, in English and Spanish.
import type { Actor } from '../../lib/actor.ts';
import type { Language } from '../../lib/language.ts';
import type { SecurityChange } from '../accounts/notify-security-change.ts';

export interface SecurityMailTexts {
  readonly changes: Readonly<Record<SecurityChange, { readonly title: string; readonly effect: string }>>;
  readonly authors: Readonly<Record<Actor['kind'], string>>;
  readonly time: string;
  readonly changedBy: string;
  readonly address: string;
  readonly noAddress: string;
  readonly open: string;
  readonly ifYou: string;
  readonly ifNotYou: string;
}

export const securityMailTexts: Readonly<Record<Language, SecurityMailTexts>> = {
  en: {
    changes: {
      'key.created': {
        title: 'An API client was created',
        effect: 'Programs with its secret can get access tokens for your account.',
      },
      'key.rotated': {
        title: 'The secret of an API client was rotated',
        effect: 'A new secret was issued. The old secret and its access tokens end with the overlap.',
      },
      'key.old_secret_ended': {
        title: 'The old secret of an API client was revoked',
        effect: 'The old secret and the access tokens obtained with it no longer work.',
      },
      'key.disabled': {
        title: 'An API client was disabled',
        effect: 'Its access tokens no longer work, and it cannot get new ones.',
      },
      'key.enabled': { title: 'An API client was enabled', effect: 'It can get access tokens again.' },
      'key.deleted': {
        title: 'An API client was deleted',
        effect: 'Its secrets and access tokens no longer work.',
      },
      'key.tokens_revoked': {
        title: 'Access tokens of an API client were revoked',
        effect: 'Programs that used them must get a new token with the client secret.',
      },
      'person.added': {
        title: 'A person got access to the portal',
        effect: 'The person can sign in with links by e-mail and act for your organization.',
      },
      'person.removed': {
        title: 'A person lost access to the portal',
        effect: 'The person is signed out and can no longer sign in.',
      },
      'contact.changed': {
        title: 'The contact address of your account was changed',
        effect: 'Mail about credentials and webhook endpoints no longer goes to the previous address.',
      },
    },
    authors: {
      client: 'an API client or portal session of your account',
      user: 'a user or portal session of your account',
      portal_member: 'a person of your organization, in the portal',
      operator: 'the operator of this service',
      command: 'the operator of this service',
      crew_member: 'the operator of this service',
      system: 'this service',
      anonymous: 'a caller who was not signed in',
    },
    time: 'Time',
    changedBy: 'Changed by',
    address: 'IP address',
    noAddress: 'none, a command on the server',
    open: 'Open the portal',
    ifYou: 'If this was you or your team, you need to do nothing.',
    ifNotYou:
      'If it was not: sign in to the portal, or open it from your own application. On the pages API clients and People, disable the clients and remove the people that you do not know, rotate the secrets of the other clients without overlap, and contact the operator of this service. The portal lists which clients were created in whose session.',
  },
  es: {
    changes: {
      'key.created': {
        title: 'Se creó un cliente de API',
        effect: 'Los programas que tienen su secreto pueden obtener tokens de acceso de su cuenta.',
      },
      'key.rotated': {
        title: 'Se renovó el secreto de un cliente de API',
        effect:
          'Se emitió un secreto nuevo. El secreto anterior y sus tokens de acceso terminan con el período de transición.',
      },
      'key.old_secret_ended': {
        title: 'Se revocó el secreto anterior de un cliente de API',
        effect: 'El secreto anterior y los tokens de acceso obtenidos con él ya no funcionan.',
      },
      'key.disabled': {
        title: 'Se desactivó un cliente de API',
        effect: 'Sus tokens de acceso ya no funcionan y no puede obtener otros.',
      },
      'key.enabled': {
        title: 'Se activó un cliente de API',
        effect: 'Puede obtener tokens de acceso otra vez.',
      },
      'key.deleted': {
        title: 'Se eliminó un cliente de API',
        effect: 'Sus secretos y tokens de acceso ya no funcionan.',
      },
      'key.tokens_revoked': {
        title: 'Se revocaron tokens de acceso de un cliente de API',
        effect: 'Los programas que los usaban deben obtener un token nuevo con el secreto.',
      },
      'person.added': {
        title: 'Una persona obtuvo acceso al portal',
        effect: 'La persona puede entrar con enlaces por correo y actuar en nombre de su organización.',
      },
      'person.removed': {
        title: 'Una persona perdió el acceso al portal',
        effect: 'Su sesión terminó y ya no puede entrar.',
      },
      'contact.changed': {
        title: 'Se cambió la dirección de contacto de su cuenta',
        effect: 'Los correos sobre credenciales y endpoints ya no llegan a la dirección anterior.',
      },
    },
    authors: {
      client: 'un cliente de API o una sesión del portal de su cuenta',
      user: 'un usuario o una sesión del portal de su cuenta',
      portal_member: 'una persona de su organización, en el portal',
      operator: 'el operador de este servicio',
      command: 'el operador de este servicio',
      crew_member: 'el operador de este servicio',
      system: 'este servicio',
      anonymous: 'una solicitud sin sesión iniciada',
    },
    time: 'Hora',
    changedBy: 'Cambiado por',
    address: 'Dirección IP',
    noAddress: 'ninguna, un comando en el servidor',
    open: 'Abrir el portal',
    ifYou: 'Si fue usted o su equipo, no tiene que hacer nada.',
    ifNotYou:
      'Si no: inicie sesión en el portal o ábralo desde su propia aplicación. En las páginas API clients y People, desactive los clientes y quite a las personas que no conozca, renueve sin transición los secretos de los demás clientes y comuníquese con el operador de este servicio. El portal muestra qué clientes se crearon en qué sesión.',
  },
};

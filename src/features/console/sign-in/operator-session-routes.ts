// Route of /operator/operators/{id}/sessions: administrators sign an operator out.
import { Type } from 'typebox';
import { idParams, noSuch } from '../../../http/openapi/problem-example.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { operatorActor } from '../../../http/surfaces/operator-middleware.ts';
import { endSessionsOfOperator } from '../../accounts/system/end-operator-sessions.ts';
import type { SessionRoutesContext } from '../session/session-routes.ts';

const operation = operatorOperations<SessionRoutesContext>({ tag: 'Operators', role: 'admin' });

export const operatorSessionOperations: readonly OperatorOperation<SessionRoutesContext>[] = [
  operation({
    method: 'DELETE',
    path: '/operators/:id/sessions',
    id: 'operators.end_sessions',
    summary: 'End all sessions of an operator',
    description:
      'Signs an operator out everywhere immediately, for example if a device was lost. The operator can sign ' +
      'in again; to prevent that, disable them.',
    params: idParams('operator'),
    responses: { 204: Type.Null({ description: 'The sessions have ended.' }), 404: noSuch('operator') },
    handler: async ({ context, request }) => {
      const { id } = request.params;
      const ended = await endSessionsOfOperator(context, id, operatorActor(request));
      for (const sessionHash of ended) await context.streams.endSession(sessionHash);
    },
  }),
];

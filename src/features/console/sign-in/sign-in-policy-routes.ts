// Routes of /operator/sign-in-policy, which applies to all operators.
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { answer, ref } from '../../../http/operations/schemas.ts';
import { operatorActor, operatorOf } from '../../../http/surfaces/operator-middleware.ts';
import { Problem } from '../../../lib/problem.ts';
import { setSignInPolicy } from '../../accounts/system/set-sign-in-policy.ts';
import { findSignInPolicy } from '../../accounts/system/sign-in-policy-store.ts';
import type { ConsoleContext } from '../console-context.ts';
import { SignInPolicySchema } from './sign-in-schemas.ts';

const operation = operatorOperations<ConsoleContext>({ tag: 'Operators' });

export const signInPolicyOperations: readonly OperatorOperation<ConsoleContext>[] = [
  operation({
    method: 'GET',
    path: '/sign-in-policy',
    role: 'viewer',
    id: 'sign_in_policy.get',
    summary: 'Retrieve the sign-in policy',
    description: 'Returns whether all operators need a second factor.',
    responses: { 200: answer(SignInPolicySchema, 'The sign-in policy.') },
    handler: async ({ context }) => {
      const { requiresSecondFactor } = await findSignInPolicy(context.system);
      return { require_second_factor: requiresSecondFactor };
    },
  }),

  operation({
    method: 'PUT',
    path: '/sign-in-policy',
    role: 'admin',
    needsStepUp: true,
    id: 'sign_in_policy.set',
    summary: 'Update the sign-in policy',
    description:
      'Sets whether all operators need a second factor. If so, requests of operators without one, including ' +
      'scripts, fail with 403 `second_factor_not_set_up` until they set it up. You need a second factor ' +
      'yourself to enable this.',
    body: ref(SignInPolicySchema),
    responses: { 200: answer(SignInPolicySchema, 'The updated sign-in policy.') },
    handler: async ({ context, request }) => {
      const operator = operatorOf(request);
      const { require_second_factor: requiresSecondFactor } = request.body;
      // An administrator without a second factor would lock themselves out.
      if (requiresSecondFactor && operator.secondFactor !== 'on')
        throw Problem.of('second_factor_not_set_up', 'Set up your own second factor first.');
      await setSignInPolicy(context, { requiresSecondFactor }, operatorActor(request));
      return { require_second_factor: requiresSecondFactor };
    },
  }),
];

// Card of the sign-in policy: whether all operators must have a second factor.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../client/api-request.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useWrite } from '../session-context.tsx';
import { policyQuery } from './operator-queries.ts';

export function PolicyCard() {
  const { data } = useQuery(policyQuery);
  const [isConfirming, setIsConfirming] = useState(false);
  const write = useWrite();
  const toast = useToast();
  const client = useQueryClient();
  const setPolicy = useMutation({
    mutationFn: (isRequired: boolean) =>
      write('PUT', '/sign-in-policy', { require_second_factor: isRequired }),
    onSuccess: (_response, isRequired) =>
      toast(isRequired ? 'All operators now need a second factor.' : 'Only admins need a second factor now.'),
    onSettled: () => {
      setIsConfirming(false);
      return client.invalidateQueries({ queryKey: ['operators'] });
    },
  });
  if (!data) return null;
  const isRequired = data.require_second_factor;
  return (
    <>
      <Card
        title="Sign-in policy"
        note={
          isRequired
            ? 'All operators must have a second factor. Operators without one must set it up before they can continue.'
            : 'Admins need a second factor. Other operators without one sign in with a password only.'
        }
        aside={
          <Button
            size="small"
            busy={setPolicy.isPending}
            onClick={() => (isRequired ? setIsConfirming(true) : setPolicy.mutate(true))}
          >
            {isRequired ? 'Make it optional' : 'Require a second factor'}
          </Button>
        }
      >
        {setPolicy.error ? <PolicyError error={setPolicy.error} /> : undefined}
      </Card>
      {isConfirming && (
        <ConfirmDialog
          title="Make the second factor optional?"
          confirm="Make it optional"
          busy={setPolicy.isPending}
          onConfirm={() => setPolicy.mutate(false)}
          onClose={() => setIsConfirming(false)}
        >
          Admins still need a second factor. Other operators keep theirs but can remove it: without one, they
          sign in with the password only.
        </ConfirmDialog>
      )}
    </>
  );
}

function PolicyError({ error }: { readonly error: Error }) {
  const needsOwnFactor = error instanceof ApiError && error.code === 'second_factor_not_set_up';
  return (
    <div role="alert">
      <Notice
        tone="bad"
        title={error.message}
        actions={
          needsOwnFactor && (
            <ButtonLink href="/account" size="small">
              Set up your second factor
            </ButtonLink>
          )
        }
      />
    </div>
  );
}

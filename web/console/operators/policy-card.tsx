// Card of the sign-in policy: whether all operators must have a second factor.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../client/api-request.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
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
      toast(
        isRequired ? 'Everybody needs a second factor now.' : 'A second factor is everybody’s choice now.',
      ),
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
        title="Second factor for everybody"
        note={
          isRequired
            ? 'Whoever has none sets one up at their next step, before anything else.'
            : 'A stolen password is enough to get in as somebody without a second factor.'
        }
        aside={
          <Button
            size="small"
            busy={setPolicy.isPending}
            onClick={() => (isRequired ? setIsConfirming(true) : setPolicy.mutate(true))}
          >
            {isRequired ? 'No longer require it' : 'Require it'}
          </Button>
        }
      >
        {setPolicy.error ? <PolicyError error={setPolicy.error} /> : undefined}
      </Card>
      {isConfirming && (
        <ConfirmDialog
          title="No longer require a second factor?"
          confirm="No longer require it"
          busy={setPolicy.isPending}
          onConfirm={() => setPolicy.mutate(false)}
          onClose={() => setIsConfirming(false)}
        >
          Those who have one keep it. Others may sign in with the password alone, and may remove theirs.
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
              Set up yours
            </ButtonLink>
          )
        }
      />
    </div>
  );
}

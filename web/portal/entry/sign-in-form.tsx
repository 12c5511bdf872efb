// Sign-in of people by e-mail. The page says the same for addresses with and without access.
import { useMutation, useQuery } from '@tanstack/react-query';
import { errorForOtherParams, errorForParam } from '../../client/api-request.ts';
import { SandboxPill } from '../../ui/brand.tsx';
import { Button } from '../../ui/button.tsx';
import { FieldError, TextField } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { SignInOptions, SignInRequest } from '../api.generated.ts';
import { callPortal } from '../portal-api.ts';

function useSignInOptions() {
  return useQuery({
    queryKey: ['sign-in'],
    queryFn: ({ signal }) => callPortal<SignInOptions>('/sign-in', { signal }),
  });
}

/** Label beside the product name: people must not mistake the sandbox for production. */
export function EnvironmentLabel() {
  const { data } = useSignInOptions();
  return data?.environment === 'sandbox' ? <SandboxPill /> : null;
}

export function SignInForm() {
  const { data, error, refetch } = useSignInOptions();
  if (data) return data.by_email ? <EmailForm /> : <NoEmail options={data} />;
  if (!error) return <Skeleton className="h-28" />;
  return (
    <div className="grid justify-items-start gap-3">
      <FieldError>{error.message}</FieldError>
      <Button icon="refresh" onClick={() => void refetch()}>
        Try again
      </Button>
    </div>
  );
}

function NoEmail({ options: { environment, company_name } }: { readonly options: SignInOptions }) {
  return (
    <p>
      {environment === 'sandbox' ? 'The sandbox sends no e-mail' : 'This service cannot send e-mail'}, so
      links cannot be requested here. Ask {company_name} or an admin of your organization for a link to the
      portal.
    </p>
  );
}

function EmailForm() {
  const send = useMutation({
    mutationFn: (body: SignInRequest) => callPortal('/sign-in', { method: 'POST', body }),
  });
  if (send.isSuccess)
    return (
      <div role="status" className="grid justify-items-start gap-3">
        <p>
          If <strong className="[overflow-wrap:anywhere] text-ink">{send.variables.email}</strong> has access,
          a link is on its way. It works once, for 15 minutes.
        </p>
        <p>No e-mail? Check the spam folder, or ask an admin of your organization whether you have access.</p>
        <Button onClick={() => send.reset()}>Use another address</Button>
      </div>
    );
  const failure = errorForOtherParams(send.error, 'email');
  return (
    <form
      className="grid gap-4 text-ink"
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate({ email: String(new FormData(event.currentTarget).get('email')).trim() });
      }}
    >
      <TextField
        label="E-mail address"
        name="email"
        type="email"
        autoComplete="email"
        required
        maxLength={255}
        error={errorForParam(send.error, 'email')}
      />
      {failure !== null && <FieldError>{failure}</FieldError>}
      <Button type="submit" look="primary" icon="mail" busy={send.isPending}>
        E-mail me a link
      </Button>
    </form>
  );
}

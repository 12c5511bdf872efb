// Pages of one-time links: accept an invitation, choose a new password, or a link that no longer works.
import type { ReactNode } from 'react';
import { errorForOtherParams, errorForParam } from '../../client/api-request.ts';
import { Button } from '../../ui/button.tsx';
import { CenteredPage } from '../../ui/centered-page.tsx';
import { FieldError, TextField } from '../../ui/field.tsx';
import type { OperatorSession } from '../api.ts';
import type { ValidLink } from '../bootstrap.ts';
import { callOperator } from '../operator-api.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { roleLabels } from './role-labels.ts';
import { type FormCall, useFormCall } from './use-form-call.ts';

interface JoinPageProps {
  readonly link: ValidLink;
  readonly onJoin: (session: OperatorSession) => void;
}

export function JoinPage({ link: { token, facts }, onJoin }: JoinPageProps) {
  const call = useFormCall();
  const { article, may } = roleLabels[facts.role ?? 'viewer'];
  function join(formData: FormData): void {
    const name = String(formData.get('name')).trim();
    const body = { token, name, password: String(formData.get('password')) };
    call.run(async () =>
      onJoin(await callOperator<OperatorSession>('/invitations/accept', { method: 'POST', body })),
    );
  }
  return (
    <CenteredPage title={facts.is_set_up ? 'Set up Waybill' : 'Welcome to Waybill'}>
      {facts.is_set_up ? (
        <p>
          You become the first administrator and sign in as{' '}
          <strong className="text-ink">{facts.email}</strong>. Choose your name and a password.
        </p>
      ) : (
        <p>
          {facts.created_by} invited <strong className="text-ink">{facts.email}</strong> to join as {article}.{' '}
          {may}.
        </p>
      )}
      <LinkForm
        call={call}
        email={facts.email}
        submit={facts.is_set_up ? 'Create the account' : 'Join'}
        fields={['name', 'password']}
        onSubmit={join}
      >
        <TextField
          label="Your name"
          name="name"
          autoComplete="name"
          required
          maxLength={255}
          error={errorForParam(call.error, 'name')}
        />
      </LinkForm>
    </CenteredPage>
  );
}

interface ResetPageProps {
  readonly link: ValidLink;
  readonly onReset: () => void;
}

export function ResetPage({ link: { token, facts }, onReset }: ResetPageProps) {
  const call = useFormCall();
  function reset(formData: FormData): void {
    const body = { token, password: String(formData.get('password')) };
    call.run(async () => {
      await callOperator('/password-resets/confirm', { method: 'POST', body });
      onReset();
    });
  }
  return (
    <CenteredPage title="Choose a new password">
      <p>
        For <strong className="text-ink">{facts.email}</strong>. Changing the password signs you out
        everywhere.
      </p>
      <LinkForm
        call={call}
        email={facts.email}
        submit="Change password"
        fields={['password']}
        onSubmit={reset}
      />
    </CenteredPage>
  );
}

interface LinkFormProps {
  readonly call: FormCall;
  readonly email: string;
  readonly submit: string;
  /** Params whose fields show their own errors. */
  readonly fields: readonly string[];
  readonly onSubmit: (formData: FormData) => void;
  readonly children?: ReactNode;
}

function LinkForm({ call, email, submit, fields, onSubmit, children }: LinkFormProps) {
  const failure = errorForOtherParams(call.error, ...fields);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(new FormData(event.currentTarget));
      }}
      className="grid gap-4 text-sm text-ink"
    >
      {/* Password managers need the user name to store the password. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {children}
      <NewPasswordField label="Password" error={errorForParam(call.error, 'password')} />
      {failure !== null && <FieldError>{failure}</FieldError>}
      <Button type="submit" look="primary" busy={call.busy} className="justify-self-start">
        {submit}
      </Button>
    </form>
  );
}

export function InvalidLinkPage({ onContinue }: { readonly onContinue: () => void }) {
  return (
    <CenteredPage title="This link no longer works" icon="key">
      <p>The link was used or withdrawn, or it has expired. Each link works once.</p>
      <p>Ask the sender for a new link. If you already have a password, sign in with it.</p>
      <div>
        <Button look="primary" onClick={onContinue}>
          Go to sign in
        </Button>
      </div>
    </CenteredPage>
  );
}

// Dialog with a form for crews, crew members, vehicles and shifts. Errors are shown at their field, or below the
// fields.
import type { ReactNode, SubmitEvent } from 'react';
import { ApiError } from '../../client/api-request.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError } from '../../ui/field.tsx';
import { type RosterWrite, useRosterWrite } from './crew-queries.ts';

interface RosterFormProps {
  readonly title: string;
  readonly save: string;
  /** Params whose fields show their own errors. */
  readonly params: readonly string[];
  readonly read: (form: FormData) => RosterWrite;
  readonly onClose: () => void;
  readonly children: (errorFor: (param: string) => string | null) => ReactNode;
}

export function RosterForm({ title, save, params, read, onClose, children }: RosterFormProps) {
  const write = useRosterWrite();
  const problem = write.error instanceof ApiError ? write.error : null;
  const isFormError = write.error && !params.includes(problem?.param ?? '');
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    write.mutate(read(new FormData(event.currentTarget)), { onSuccess: onClose });
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-3 text-ink">
        {children((param) => (problem?.param === param ? fieldMessage(param, problem.message) : null))}
        {isFormError && <FieldError>{write.error?.message}</FieldError>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={write.isPending}>
            {save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** Message without the API's name of the field, which the operator does not know: the label is beside it. */
function fieldMessage(param: string, message: string): string {
  const name = param.replaceAll('_', ' ');
  return message.startsWith(`${param} `)
    ? `${name.charAt(0).toUpperCase()}${name.slice(1)}${message.slice(param.length)}`
    : message;
}

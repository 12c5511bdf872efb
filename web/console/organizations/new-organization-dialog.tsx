// Dialog that creates an organization. Its API clients are created on its page.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { errorForOtherParams, errorForParam } from '../../client/api-request.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError, TextField } from '../../ui/field.tsx';
import type { Organization } from '../api.ts';
import { useWrite } from '../session-context.tsx';

export function NewOrganizationDialog({ onClose }: { readonly onClose: () => void }) {
  const write = useWrite();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const create = useMutation({
    mutationFn: (input: object) => write<Organization>('POST', '/organizations', input),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ['organizations'] });
      navigate(`/organizations/${id}`);
    },
  });
  const failure = errorForOtherParams(create.error, 'name', 'contact_email');
  return (
    <Dialog title="Create an organization" onClose={onClose}>
      <p>A company that books deliveries. Create its API clients next, on its page.</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const formData = new FormData(event.currentTarget);
          const email = String(formData.get('contact_email')).trim();
          create.mutate({
            name: String(formData.get('name')).trim(),
            ...(email !== '' && { contact_email: email }),
          });
        }}
        className="grid gap-4 text-ink"
      >
        <TextField
          label="Name"
          name="name"
          required
          maxLength={255}
          error={errorForParam(create.error, 'name')}
        />
        <TextField
          label="Operations e-mail"
          name="contact_email"
          type="email"
          maxLength={255}
          hint="Notified when the organization's webhooks fail. Optional."
          error={errorForParam(create.error, 'contact_email')}
        />
        {failure !== null && <FieldError>{failure}</FieldError>}
        <footer className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={create.isPending}>
            Create
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

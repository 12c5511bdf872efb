// Form of the branding: logo, color, names and contacts, with the preview of the draft.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { BrandingPreview } from '../../branding/branding-preview.tsx';
import { errorForOtherParams, errorForParam, query } from '../../client/api-request.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FieldError, TextField } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { BrandLogo, BrandPalette, PortalBranding } from '../api.generated.ts';
import { callPortal } from '../portal-api.ts';
import { useWrite } from '../session-context.tsx';
import {
  type BrandingDraft,
  colorOf,
  type DraftField,
  draftOf,
  filled,
  phoneOf,
  submissionOf,
} from './branding-draft.ts';
import { brandingQuery } from './branding-queries.ts';
import { ColorField } from './color-field.tsx';
import { LogoField } from './logo-field.tsx';

interface BrandingFormProps {
  readonly state: PortalBranding;
  readonly onEdited: () => void;
  readonly onSubmitted: (state: PortalBranding) => void;
}

const params: readonly (keyof BrandingDraft)[] = [
  'logo',
  'accent',
  'sender_name',
  'reply_to',
  'help_email',
  'help_phone',
  'help_url',
];

export function BrandingForm({ state, onEdited, onSubmitted }: BrandingFormProps) {
  const write = useWrite();
  const toast = useToast();
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(state));
  const palette = usePalette(colorOf(draft.accent));
  const submit = useMutation({
    mutationFn: () => write<PortalBranding>('PUT', '/branding', submissionOf(draft, state.revision)),
    onSuccess: (updated) => {
      client.setQueryData(brandingQuery.queryKey, updated);
      toast('Branding submitted for approval.');
      onSubmitted(updated);
    },
    onError: () => client.invalidateQueries({ queryKey: brandingQuery.queryKey }),
  });
  const failure = errorForOtherParams(submit.error, ...params);
  const edit = (fields: Partial<BrandingDraft>) => {
    setDraft((old) => ({ ...old, ...fields }));
    onEdited();
  };
  const change = (field: DraftField) => (value: string) => edit({ [field]: value });
  const text = (field: DraftField) => ({
    value: draft[field],
    error: errorForParam(submit.error, field),
    onChange: (event: { readonly target: { readonly value: string } }) => change(field)(event.target.value),
  });
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)] lg:items-start">
      <Card title="Your branding" note="Empty fields stand for the default.">
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit.mutate();
          }}
          className="grid gap-4"
        >
          <LogoField
            logo={draft.logo}
            error={errorForParam(submit.error, 'logo')}
            onChange={(logo: BrandLogo | null) => edit({ logo })}
          />
          <ColorField
            value={draft.accent}
            palette={palette}
            error={errorForParam(submit.error, 'accent')}
            onChange={change('accent')}
          />
          <TextField
            label="Sender name"
            hint="In e-mails, SMS and on the tracking page."
            maxLength={40}
            placeholder={state.organization_name}
            {...text('sender_name')}
          />
          <TextField
            label="Reply address"
            hint="Answers to e-mails go there."
            type="email"
            {...text('reply_to')}
          />
          <fieldset className="grid gap-4">
            <legend className="mb-3 font-semibold">Help contact for your customers</legend>
            <TextField label="Help e-mail" type="email" {...text('help_email')} />
            <TextField label="Help phone" type="tel" {...text('help_phone')} />
            <TextField label="Help page" type="url" placeholder="https://" {...text('help_url')} />
          </fieldset>
          {failure !== null && <FieldError>{failure}</FieldError>}
          <Button type="submit" look="primary" busy={submit.isPending}>
            Submit for approval
          </Button>
        </form>
      </Card>
      <Card title="Preview" note="Of the form, also before you submit it.">
        <BrandingPreview
          branding={{
            logo: draft.logo,
            palette,
            sender_name: filled(draft.sender_name),
            reply_to: filled(draft.reply_to),
            help_email: filled(draft.help_email),
            help_phone: phoneOf(draft.help_phone),
            help_url: filled(draft.help_url),
          }}
          organizationName={state.organization_name}
          companyName={state.company_name}
          canCallCrew={state.can_call_crew}
        />
      </Card>
    </div>
  );
}

/** Shades of a color; null without a color. Waits until the color has not changed for a moment. */
function usePalette(accent: string | null): BrandPalette | null {
  const [settled, setSettled] = useState(accent);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(accent), 150);
    return () => clearTimeout(timer);
  }, [accent]);
  const { data } = useQuery({
    queryKey: ['palette', settled],
    queryFn: ({ signal }) =>
      callPortal<BrandPalette>(`/branding/palette${query({ accent: settled })}`, { signal }),
    enabled: settled !== null,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  return accent === null ? null : (data ?? null);
}

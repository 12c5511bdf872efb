// Labels of the health of webhook endpoints.
import type { Tone } from '../../ui/badge.tsx';
import type { OrganizationEndpoint } from '../api.ts';

export const healthLabels: Readonly<
  Record<OrganizationEndpoint['health'], { readonly label: string; readonly tone: Tone }>
> = {
  new: { label: 'New', tone: 'quiet' },
  healthy: { label: 'Healthy', tone: 'good' },
  failing: { label: 'Failing', tone: 'bad' },
  paused: { label: 'Backing off', tone: 'warn' },
  disabled: { label: 'Disabled', tone: 'bad' },
};

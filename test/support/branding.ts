// Branding of an organization: a drawn logo, a complete submission, and the way to an approved branding.
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { ApiClient } from './api-client.ts';
import type { OperatorClient } from './operator-client.ts';
import { PortalClient } from './portal-client.ts';

/** Logos are found by their content: each test has its own. */
const randomColor = () => `#${randomBytes(3).toString('hex')}`;

/** A wordmark of 300 x 80 pixels on a transparent background. */
export function drawLogo(color = randomColor()): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="80"><circle cx="40" cy="40" r="32" fill="${color}"/>
    <rect x="90" y="24" width="180" height="14" fill="#222"/><rect x="90" y="48" width="120" height="10" fill="${color}"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

export const submission = {
  logo: null as string | null,
  accent: '#ffb703',
  sender_name: 'Acme Home',
  reply_to: 'service@acme.example',
  help_email: 'help@acme.example',
  help_phone: '+14155550132',
  help_url: 'https://acme.example/help',
};

/** Uploads as the page does. */
export async function uploadLogo(portal: PortalClient, bytes: Buffer, type = 'image/png') {
  const response = await fetch(`${portal.baseUrl}/portal/api/branding/logos`, {
    method: 'POST',
    body: new Uint8Array(bytes),
    headers: { ...portal.headers('POST', true), 'content-type': type },
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Submits `submission` with a logo, changed by `change`. Returns the new revision. */
export async function submitBranding(portal: PortalClient, change: object = {}): Promise<number> {
  const { revision } = (await portal.get('/branding')).body;
  const { status, body } = await uploadLogo(portal, await drawLogo());
  expect(status, JSON.stringify(body)).toBe(201);
  const submitted = { ...submission, revision, logo: body['id'], ...change };
  const result = await portal.call('PUT', '/branding', submitted);
  expect(result.status, result.text).toBe(200);
  return result.body.revision;
}

/** The organization of the partner has an approved branding afterwards. */
export async function approveBranding(partner: ApiClient, admin: OperatorClient, change: object = {}) {
  const portal = await PortalClient.enter(partner);
  const revision = await submitBranding(portal, change);
  const { id } = (await partner.get('/account')).body;
  const approved = await admin.post(`/organizations/${id}/branding/approve`, { revision });
  expect(approved.status, approved.text).toBe(200);
  return { portal, approved: approved.body };
}

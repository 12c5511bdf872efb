// Branding of organizations: submitted in the portal, decided by operators, shown to customers after the approval.
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '../../src/db/pool.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { approveBranding, drawLogo, submission, submitBranding, uploadLogo } from '../support/branding.ts';
import { queryAsOwner } from '../support/database.ts';
import { expectRefusal, OperatorClient } from '../support/operator-client.ts';
import { textsOfPdf } from '../support/pdf-text.ts';
import { PortalClient } from '../support/portal-client.ts';
import { blackPng, picture } from '../support/test-photos.ts';
import { until } from '../support/until.ts';

let test: TestApp;
let admin: OperatorClient;
beforeAll(async () => {
  test = await startTestApp();
  admin = await OperatorClient.enter(test, 'admin');
});
afterAll(() => test.close());

async function newPartner(
  name = 'Acme Furniture',
): Promise<{ id: string; partner: ApiClient; portal: PortalClient }> {
  const { id, client } = await test.organization(name);
  const partner = await test.partner({ client });
  return { id, partner, portal: await PortalClient.enter(partner) };
}

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${test.baseUrl}${path}`, { headers });

describe('Branding', () => {
  it('is live after an operator has approved it, and public only from then on', async () => {
    const { id, portal } = await newPartner();
    const path = `/organizations/${id}/branding`;
    expect((await portal.get('/branding')).body).toMatchObject({ revision: 0, live: null, pending: null });
    const revision = await submitBranding(portal);
    const { body: waiting } = await portal.get('/branding');
    expect(waiting).toMatchObject({ revision, live: null, organization_name: 'Acme Furniture' });
    const { logo: _logo, ...fields } = submission;
    expect(waiting.pending).toMatchObject(fields);
    expect((await portal.get('/session')).body.branding).toBeNull();
    const listed = (await admin.get('/organizations')).body.data as {
      id: string;
      pending_branding_at: string;
    }[];
    expect(listed.find((each) => each.id === id)?.pending_branding_at).toBe(waiting.pending_at);

    const exceptions = async () => {
      const { data } = (await admin.get('/exceptions')).body as {
        data: { kind: string; account: { id: string } | null }[];
      };
      return data.filter(({ account }) => account?.id === id).map(({ kind }) => kind);
    };
    expect(await exceptions()).toEqual(['branding_pending']);

    const digest = waiting.pending.logo.id as string;
    expect(waiting.pending.logo).toMatchObject({ width: 300, height: 80 });
    expect((await get(`/branding/logos/${digest}.png`)).status).toBe(404);
    const own = await get(waiting.pending.logo.url, { cookie: portal.cookie ?? '' });
    expect([own.status, own.headers.get('content-type')]).toEqual([200, 'image/png']);
    const seen = (await admin.get(path)).body.pending.logo.url as string;
    expect((await get(seen, admin.headers)).status).toBe(200);
    expect((await get(seen)).status).toBe(401);

    const viewer = await OperatorClient.enter(test, 'viewer');
    expectRefusal(await viewer.post(`${path}/approve`, { revision }), 403, 'insufficient_role');
    const approved = await admin.post(`${path}/approve`, { revision });
    expect(approved.body).toMatchObject({ pending: null, live: fields, revision: revision + 1 });
    await until(exceptions, (kinds) => kinds.length === 0);
    const file = await get(`/branding/logos/${digest}.png`);
    expect(file.status).toBe(200);
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(file.headers.get('x-content-type-options')).toBe('nosniff');
    expect(file.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await sharp(Buffer.from(await file.arrayBuffer())).metadata()).format).toBe('png');
    expect((await portal.get('/session')).body.branding).toEqual({
      logo: { url: `/branding/logos/${digest}.png`, width: 300, height: 80 },
      stylesheet: '/branding/1-ffb703.css',
    });
    const sheet = await get('/branding/1-ffb703.css');
    expect(sheet.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(await sheet.text()).toContain('--accent:');
    expect((await get('/branding/1-red.css')).status).toBe(404);
    expectRefusal(
      await admin.post(`${path}/approve`, { revision: revision + 1 }),
      409,
      'branding_not_pending',
    );
  });

  it('is decided with an e-mail to the contact of the partner', async () => {
    const { id, portal } = await newPartner('Mail & Co');
    await admin.patch(`/organizations/${id}`, { contact_email: 'ops@example.com' });
    const path = `/organizations/${id}/branding`;
    test.app.worker.start();
    const decided = async (revision: number, decision: string, body: object = {}) => {
      await admin.post(`${path}/${decision}`, { revision, ...body });
      const mails = () =>
        queryAsOwner<{ address: string; content: { subject: string; text: string } }>(
          test.connection,
          `select address, content from message where account_id = $1 and kind = 'branding_decision' order by id desc`,
          [id],
        );
      const [mail] = await until(mails, (found) => found.length === (decision === 'reject' ? 1 : 2));
      expect(mail?.address).toBe('ops@example.com');
      return mail?.content;
    };
    const rejected = await decided(await submitBranding(portal), 'reject', {
      reason: 'The logo is blurred.',
    });
    expect(rejected?.subject).toBe('Your branding was not approved');
    expect(rejected?.text).toContain('Reason: The logo is blurred.');
    const approved = await decided(await submitBranding(portal), 'approve');
    expect(approved?.subject).toBe('Your branding was approved');
  });

  it('is rejected with a reason, corrected, withdrawn, removed and reset, each recorded', async () => {
    const { id, portal } = await newPartner();
    const path = `/organizations/${id}/branding`;
    const revision = await submitBranding(portal);
    expectRefusal(
      await admin.post(`${path}/reject`, { revision, reason: ' ' }),
      400,
      'invalid_parameter',
      'reason',
    );
    await admin.post(`${path}/reject`, { revision, reason: 'The logo is of another company.' });
    const { body: rejected } = await portal.get('/branding');
    expect(rejected).toMatchObject({ pending: null, rejection_reason: 'The logo is of another company.' });
    expect(rejected.rejected.sender_name).toBe('Acme Home');

    const corrected = await submitBranding(portal, { accent: '#123456', logo: null });
    expect((await portal.get('/branding')).body).toMatchObject({ rejected: null, rejection_reason: null });
    const withdrawn = await portal.call('DELETE', `/branding/pending?revision=${corrected}`);
    expect(withdrawn.body).toMatchObject({ pending: null, live: null });

    const again = await submitBranding(portal);
    const { body: live } = await admin.post(`${path}/approve`, { revision: again });
    const removed = await admin.delete(`${path}?revision=${live.revision}`);
    expect(removed.body.live).toBeNull();
    expect((await get(`/branding/logos/${live.live.logo.id}.png`)).status).toBe(404);

    const last = await submitBranding(portal);
    await admin.post(`${path}/approve`, { revision: last });
    const reset = await portal.call('DELETE', `/branding?revision=${last + 1}`);
    expect(reset.body).toMatchObject({ live: null, pending: null });
    expect((await get(`/branding/logos/${live.live.logo.id}.png`)).status).toBe(404);
    const trail = await queryAsOwner<{ action: string }>(
      test.connection,
      `select action from audit_entry where account_id = $1 and action like 'branding.%' order by id`,
      [id],
    );
    expect(trail.map(({ action }) => action.replace('branding.', ''))).toEqual(
      'submitted rejected submitted withdrawn submitted approved removed submitted approved reset'.split(' '),
    );
  });

  it('refuses changes and decisions about a revision that is no longer current', async () => {
    const { id, partner, portal } = await newPartner();
    const colleague = await PortalClient.enter(partner);
    const path = `/organizations/${id}/branding`;
    const both = await Promise.all(
      [portal, colleague].map((each, index) =>
        each.call('PUT', '/branding', { ...submission, revision: 0, sender_name: `Name ${index}` }),
      ),
    );
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const refused = both.filter(({ status }) => status === 409);
    for (const each of refused) expectRefusal(each, 409, 'revision_outdated', 'revision');

    // The partner submits another branding while the operator decides.
    await portal.call('PUT', '/branding', { ...submission, revision: 1, sender_name: 'First Bank' });
    expectRefusal(await admin.post(`${path}/approve`, { revision: 1 }), 409, 'revision_outdated', 'revision');
    expect((await portal.get('/branding')).body).toMatchObject({ live: null, revision: 2 });
  });

  it('names the invalid parameter', async () => {
    const { portal } = await newPartner();
    const cases: [param: string, value: unknown][] = [
      ['accent', 'red'],
      ['accent', '#12345'],
      ['sender_name', 'Ac\u200Bme'],
      ['sender_name', 'https://acme.com'],
      ['sender_name', 'a'.repeat(41)],
      ['reply_to', 'a@b\r\nBcc: c@d.example'],
      ['help_email', 'help'],
      ['help_phone', '555'],
      ['help_url', 'http://acme.example'],
      ['help_url', 'javascript:alert(1)'],
      ['logo', 'x'.repeat(43)],
    ];
    for (const [param, value] of cases) {
      const refused = await portal.call('PUT', '/branding', { ...submission, revision: 0, [param]: value });
      expectRefusal(refused, 400, 'invalid_parameter', param);
    }
    const empty = Object.fromEntries(Object.keys(submission).map((name) => [name, null]));
    expect((await portal.call('PUT', '/branding', { ...empty, revision: 0 })).status).toBe(400);
    expect((await portal.get('/branding')).body.revision).toBe(0);
  });

  it('refuses files that are not a small still image, and removes metadata', async () => {
    const { portal } = await newPartner();
    const animation = await sharp(
      Buffer.concat([...Array(2)].map((_, index) => Buffer.alloc(32 * 32 * 3, index * 200))),
      { raw: { width: 32, height: 64, channels: 3, pageHeight: 32 } },
    )
      .webp({ loop: 0 })
      .toBuffer();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><script/></svg>');
    const refused: [bytes: Buffer, message: RegExp][] = [
      [svg, /PNG, JPEG or WebP image, not svg/],
      [await picture('#446688', 'gif'), /not gif/],
      [animation, /still image/],
      [blackPng(2_001, 20), /2001 x 20 pixels/],
      [blackPng(60_000, 60_000 / 50), /60000 x 1200 pixels/],
      [(await picture('#446688', 'png')).subarray(0, 60), /complete/],
      [Buffer.alloc(1_048_577), /at most 1 MB/],
      [Buffer.from('text'), /complete/],
    ];
    for (const [bytes, message] of refused) {
      const { status, body } = await uploadLogo(portal, bytes);
      expect([status, body['code'], body['param']]).toEqual([400, 'invalid_parameter', 'logo']);
      expect(body['message']).toMatch(message);
    }
    expect((await uploadLogo(portal, svg, 'image/svg+xml')).status).toBe(415);

    const tagged = await sharp(await picture('#446688', 'jpeg'))
      .withExif({ IFD0: { Copyright: 'SECRET' } })
      .resize(1_200, 900)
      .toBuffer();
    const { body } = await uploadLogo(portal, tagged, 'image/jpeg');
    expect(body['height']).toBe(96);
    const stored = await get(String(body['url']), { cookie: portal.cookie ?? '' });
    const { format, exif } = await sharp(Buffer.from(await stored.arrayBuffer())).metadata();
    expect([format, exif]).toEqual(['png', undefined]);
  });

  it('keeps at most ten uploads that no branding uses', async () => {
    const { id, portal } = await newPartner();
    for (let index = 0; index < 12; index += 1)
      await uploadLogo(portal, await drawLogo(`#0000${index.toString(16).padStart(2, '0')}`));
    const [{ count } = { count: '' }] = await queryAsOwner<{ count: string }>(
      test.connection,
      'select count(*) from branding_logo where account_id = $1',
      [id],
    );
    expect(Number(count)).toBe(10);
  });

  it('is hidden from other accounts', async () => {
    const { portal } = await newPartner();
    await submitBranding(portal);
    const { logo } = (await portal.get('/branding')).body.pending;
    const { portal: stranger } = await newPartner('Other');
    expect((await stranger.get('/branding')).body).toMatchObject({ revision: 0, pending: null });
    expect((await get(logo.url, { cookie: stranger.cookie ?? '' })).status).toBe(404);
    const stolen = { ...submission, revision: 0, logo: logo.id };
    expectRefusal(await stranger.call('PUT', '/branding', stolen), 400, 'invalid_parameter', 'logo');
    for (const id of ['none', '01941f29-7c00-7aaa-8f21-5a7f3c2b9e10']) {
      expectRefusal(await admin.get(`/organizations/${id}/branding`), 404, 'not_found');
      expectRefusal(
        await admin.post(`/organizations/${id}/branding/approve`, { revision: 0 }),
        404,
        'not_found',
      );
    }
  });

  it('cannot be made live by a partner request, not even in the database', async () => {
    const { id } = await newPartner();
    const pool = createPool(test.connection, { role: 'waybill_app', max: 1, onError: () => {} });
    try {
      const client = await pool.connect();
      await client.query(`select set_config('waybill.account_id', $1, false)`, [id]);
      const insert = `insert into branding (account_id, revision, live, updated_at) values ('${id}', 1, '{}', now())`;
      await expect(client.query(insert)).rejects.toThrow(/approval of an operator/);
      await client.query(insert.replace("'{}'", 'null'));
      await expect(client.query(`update branding set live = '{}'`)).rejects.toThrow(
        /approval of an operator/,
      );
      const publish = client.query('update branding_logo set is_public = true');
      await expect(publish).rejects.toThrow(/permission denied/);
      client.release();
    } finally {
      await pool.end();
    }
  });

  it('appears on the PDF file of a statement, which is otherwise unchanged', async () => {
    const { partner, portal } = await newPartner();
    const month = new Date().toISOString().slice(0, 7);
    const read = async () => {
      const path = `/portal/api/partner/billing/statements/${month}.pdf`;
      const response = await get(path, { cookie: portal.cookie ?? '' });
      expect(response.status).toBe(200);
      return Buffer.from(await response.arrayBuffer());
    };
    const plain = await read();
    await approveBranding(partner, admin);
    const branded = await read();
    expect(plain.includes('/Subtype /Image')).toBe(false);
    expect(branded.includes('/Subtype /Image')).toBe(true);
    expect(textsOfPdf(branded).flat().join('|')).toContain(
      'Bill to|Acme Furniture|Acme Home|help@acme.example|+1 415-555-0132|https://acme.example/help|',
    );
    expect(branded.equals(await read())).toBe(true);
    const { revision } = (await portal.get('/branding')).body;
    await portal.call('DELETE', `/branding?revision=${revision}`);
    expect((await read()).equals(plain)).toBe(true);
    // A long address continues on the next line.
    const help_url = `https://acme.example/help/${'orders-and-deliveries/'.repeat(8)}end`;
    await approveBranding(partner, admin, { help_url });
    expect(
      textsOfPdf(await read())
        .flat()
        .join(''),
    ).toContain(help_url);
  });
});

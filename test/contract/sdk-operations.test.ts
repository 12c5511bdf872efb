// The SDK has a method for each operation of the API, named after its operationId.
import { Waybill } from '@waybill/sdk';
import { expect, it } from 'vitest';
import { isCallable, operationsOf, readApiDescription } from '../../scripts/generate/api-description.ts';

it('has a method for every operation except the sign-in page', async () => {
  const description = await readApiDescription();
  const waybill = new Waybill({ baseUrl: 'http://127.0.0.1:9', accessToken: 'x' });
  const hasMethod = (operationId: string) => {
    const [group = '', method = ''] = operationId.split('.');
    const resource: unknown = Reflect.get(waybill, group);
    return (
      typeof resource === 'object' && resource !== null && typeof Reflect.get(resource, method) === 'function'
    );
  };
  const operations = operationsOf(description);
  expect(operations.filter(isCallable).filter(({ operationId }) => !hasMethod(operationId))).toEqual([]);
  expect(operations.filter((each) => !isCallable(each)).map(({ operationId }) => operationId)).toEqual([
    'oauth.authorize',
  ]);
});

it('refuses an invalid base URL before any request', () => {
  expect(() => new Waybill({ baseUrl: 'sandbox.example.com', accessToken: 'x' })).toThrow(
    'baseUrl must be a URL such as https://sandbox.example.com',
  );
});

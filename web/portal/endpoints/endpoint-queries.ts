// Queries and mutations for endpoints. The first element of each query key is the name used by `portal-stream.ts`.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { query } from '../../client/api-request.ts';
import type {
  EndpointChart,
  EndpointRequest,
  EndpointSecret,
  PortalEndpoint,
  Recovery,
  RecoveryPreview,
  RecoveryRequest,
  RotateRequest,
  TestRequest,
  TestSent,
} from '../api.generated.ts';
import { callPortal } from '../portal-api.ts';
import { useWrite } from '../session-context.tsx';

export type ChartRange = 'day' | 'week' | 'month';

export function useEndpoints() {
  return useQuery({
    queryKey: ['endpoints'],
    queryFn: ({ signal }) => callPortal<readonly PortalEndpoint[]>('/endpoints', { signal }),
  });
}

export function useEndpoint(id: string) {
  return useQuery({
    queryKey: ['endpoint', id],
    queryFn: ({ signal }) => callPortal<PortalEndpoint>(`/endpoints/${id}`, { signal }),
  });
}

export function useChart(id: string, range: ChartRange) {
  return useQuery({
    queryKey: ['chart', id, range],
    queryFn: ({ signal }) =>
      callPortal<EndpointChart>(`/endpoints/${id}/chart${query({ range })}`, { signal }),
    placeholderData: (before) => before,
  });
}

export function useRecoveries(id: string) {
  return useQuery({
    queryKey: ['recoveries', id],
    queryFn: ({ signal }) => callPortal<readonly Recovery[]>(`/endpoints/${id}/recoveries`, { signal }),
    // Fallback for a lost SSE connection while a recovery is running.
    refetchInterval: ({ state }) =>
      state.data?.some(({ finished_at }) => finished_at === null) ? 2_000 : false,
  });
}

export function useRecoveryPreview(id: string, since: string | null) {
  return useQuery({
    queryKey: ['recovery-preview', id, since],
    queryFn: ({ signal }) =>
      callPortal<RecoveryPreview>(`/endpoints/${id}/recovery${query({ since })}`, { signal }),
    enabled: since !== null,
    placeholderData: (before) => before,
  });
}

function useEndpointMutation<Input, ResponseBody>(
  send: (write: ReturnType<typeof useWrite>, input: Input) => Promise<ResponseBody>,
) {
  const write = useWrite();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => send(write, input),
    onSuccess: () =>
      client.invalidateQueries({
        predicate: ({ queryKey }) =>
          ['endpoints', 'endpoint', 'recoveries', 'recovery-preview'].includes(String(queryKey[0])),
      }),
  });
}

export function useCreateEndpoint() {
  return useEndpointMutation((write, body: EndpointRequest) =>
    write<PortalEndpoint>('POST', '/endpoints', body),
  );
}

export function useChangeEndpoint(id: string) {
  return useEndpointMutation((write, body: Partial<EndpointRequest>) =>
    write<PortalEndpoint>('PATCH', `/endpoints/${id}`, body),
  );
}

export function useDeleteEndpoint(id: string) {
  return useEndpointMutation<void, undefined>((write) => write('DELETE', `/endpoints/${id}`));
}

export function useRecover(id: string) {
  return useEndpointMutation((write, body: RecoveryRequest) =>
    write<Recovery>('POST', `/endpoints/${id}/recovery`, body),
  );
}

export function useSendTest(id: string) {
  const write = useWrite();
  return useMutation({
    mutationFn: (body: TestRequest) => write<TestSent>('POST', `/endpoints/${id}/test`, body),
  });
}

/** A mutation instead of a query: revealing a secret is audited, and the secret must not stay in the query cache. */
export function useRevealSecrets(id: string) {
  return useMutation({
    mutationFn: () => callPortal<readonly EndpointSecret[]>(`/endpoints/${id}/secrets`),
    gcTime: 0,
  });
}

export function useRotateSecret(id: string) {
  const write = useWrite();
  return useMutation({
    mutationFn: (body: RotateRequest) =>
      write<readonly EndpointSecret[]>('POST', `/endpoints/${id}/secrets`, body),
    gcTime: 0,
  });
}

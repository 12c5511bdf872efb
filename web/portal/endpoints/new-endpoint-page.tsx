// Page to create an endpoint. Leads to its signing secret.
import { useLocation } from 'wouter';
import { PageHead } from '../../ui/page-head.tsx';
import { useToast } from '../../ui/toast.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { useCreateEndpoint } from './endpoint-queries.ts';

export function NewEndpointPage() {
  const [, navigate] = useLocation();
  const toast = useToast();
  const create = useCreateEndpoint();
  return (
    <>
      <PageHead
        title="Add an endpoint"
        back={{ href: '/', label: 'Endpoints' }}
        lead="A URL of yours that receives booking events."
      />
      <EndpointForm
        submit="Add endpoint"
        busy={create.isPending}
        error={create.error}
        onSubmit={(request) =>
          create.mutate(request, {
            onSuccess: ({ id }) => {
              toast('Endpoint created. Next, send a test event.');
              navigate(`/endpoints/${id}/signing?new`);
            },
          })
        }
      />
    </>
  );
}

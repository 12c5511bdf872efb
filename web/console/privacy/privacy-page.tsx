// Personal data page: finds the data of one person by phone number or e-mail address, exports it and erases it.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../client/api-request.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Select } from '../../ui/select.tsx';
import type { AskedPerson, PersonFindings } from '../api.ts';
import { organizationsQuery } from '../organizations/organization-queries.ts';
import { useWrite } from '../session-context.tsx';
import { Findings } from './search-results.tsx';

export function PrivacyPage() {
  const write = useWrite();
  const [searchedPerson, setSearchedPerson] = useState<AskedPerson | null>(null);
  const search = useMutation({
    mutationFn: (person: AskedPerson) => write<PersonFindings>('POST', '/people/search', person),
    onSuccess: (_found, person) => setSearchedPerson(person),
  });
  return (
    <>
      <PageHead
        title="Personal data"
        lead="Find, export and erase the personal data of one person. Every export and erasure is recorded in the audit trail without naming the person."
      />
      <PersonForm busy={search.isPending} error={search.error} onSearch={(person) => search.mutate(person)} />
      {searchedPerson && search.data && (
        <Findings
          asked={searchedPerson}
          findings={search.data}
          onErased={() => search.mutate(searchedPerson)}
        />
      )}
    </>
  );
}

interface PersonFormProps {
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onSearch: (person: AskedPerson) => void;
}

function PersonForm({ busy, error, onSearch }: PersonFormProps) {
  const [phone, setPhone] = useState('');
  const [email, setEmail] = useState('');
  const [account, setAccount] = useState('');
  const organizations = useQuery(organizationsQuery);
  const param = error instanceof ApiError ? error.param : null;
  function submit(): void {
    onSearch({
      ...(phone.trim() && { phone: phone.trim() }),
      ...(email.trim() && { email: email.trim() }),
      ...(account && { account_id: account }),
    });
  }
  return (
    <Card>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        className="grid gap-3 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_auto] lg:items-start"
      >
        <TextField
          label="Phone number"
          type="tel"
          autoComplete="off"
          placeholder="+1 212 555 0147"
          value={phone}
          error={param === 'phone' ? error?.message : null}
          onChange={(event) => setPhone(event.currentTarget.value)}
        />
        <TextField
          label="E-mail address"
          type="email"
          autoComplete="off"
          placeholder="ada@example.com"
          value={email}
          error={param === 'email' ? error?.message : null}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Select
          label="Organization"
          value={account}
          onChange={setAccount}
          options={[
            { value: '', label: 'All organizations' },
            ...(organizations.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <Button type="submit" look="primary" icon="search" busy={busy} className="lg:mt-6.5">
          Search
        </Button>
      </form>
      {error && param === null && (
        <p role="alert" className="mt-3 font-medium text-danger">
          {error.message}
        </p>
      )}
    </Card>
  );
}

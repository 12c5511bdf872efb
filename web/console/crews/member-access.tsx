// How somebody of a crew gets into the crew's page: stands beside each person on the page of crews.

interface MemberAccessProps {
  readonly memberId: string;
  readonly firstName: string;
}

export function MemberAccess(_member: MemberAccessProps) {
  return null;
}

-- Set-up links of the first administrator were recognized by the name of their creator, which an operator can have too.
alter table operator_link add column is_set_up boolean not null default false,
  add constraint operator_link_set_up check (not is_set_up or (purpose = 'invitation' and role = 'admin'));
comment on column operator_link.is_set_up is 'Sets up the first administrator; valid only while no administrator can sign in.';
-- Invitations of operators are valid for 72 hours, set-up links for 24.
update operator_link set is_set_up = true
  where created_by = 'The set-up of Waybill' and purpose = 'invitation' and role = 'admin'
    and expires_at - created_at = interval '24 hours';

-- Operators may send a message once more: a row of its own, so that what became of the first stays written.
alter table message add column resend_of uuid references message;
comment on column message.resend_of is 'Sent once more by an operator; the message it repeats.';

-- PATCH /account mails the previous and the new contact address: the role of partner requests adds the job. It may add no
-- other jobs, and still only read and move its own simulation.
drop policy own_simulation on due_job;
create policy own_simulation on due_job for update to waybill_app
  using (account_id = current_account_id() and kind = 'simulation.step');
create policy own_jobs on due_job for select to waybill_app
  using (account_id = current_account_id() and kind in ('simulation.step', 'account.security_mail'));
create policy own_security_mail on due_job for insert to waybill_app
  with check (account_id = current_account_id() and kind = 'account.security_mail');
grant insert on due_job to waybill_app;
grant usage on sequence due_job_id_seq to waybill_app;

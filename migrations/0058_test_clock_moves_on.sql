-- Advancing the test clock also advances the job that moves on from a completed stop: the role of partner requests may move
-- it, like the simulation. Production has no test clock.
drop policy own_simulation on due_job;
create policy own_test_clock on due_job for update to waybill_app
  using (account_id = current_account_id() and kind in ('simulation.step', 'dispatch.move_on'));
drop policy own_jobs on due_job;
create policy own_jobs on due_job for select to waybill_app
  using (account_id = current_account_id() and kind in ('simulation.step', 'dispatch.move_on', 'account.security_mail'));

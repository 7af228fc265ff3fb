-- What is too long for a row is compressed by lz4, which takes a fifth of the time of Postgres' own; what stands already is read as it is.
-- A server that was built without it goes on with its own, and so does one where who migrates does not own the database.
do $$
begin
  execute format('alter database %I set default_toast_compression = lz4', current_database());
exception
  when invalid_parameter_value or insufficient_privilege then
    raise notice 'default_toast_compression stays %: %', current_setting('default_toast_compression'), sqlerrm;
end $$;

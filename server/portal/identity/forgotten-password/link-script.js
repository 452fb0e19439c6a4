// Puts the secret of the link, which is behind `#` and so was not sent, into the form.
{
  const field = document.querySelector('input[name=link]');
  const secret = location.hash.slice(1);
  if (field && secret) field.value = secret;
}

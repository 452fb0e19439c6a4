// Signs the page's challenge with a passkey and submits the signature with the form. Without this script, or in browsers without
// passkeys, the button stays hidden.
{
  const button = document.querySelector('button[data-passkey]');
  const problem = document.querySelector('.passkey-problem');
  const sign = async () => {
    button.disabled = true;
    problem.hidden = true;
    try {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(button.dataset.passkey));
      const credential = await navigator.credentials.get({ publicKey });
      button.form.elements.passkey.value = JSON.stringify(credential);
      button.form.elements.answer.value = 'passkey';
      button.form.submit();
    } catch {
      problem.hidden = false;
      button.disabled = false;
      button.focus();
    }
  };
  if (button && window.PublicKeyCredential?.parseRequestOptionsFromJSON) {
    button.addEventListener('click', sign);
    button.hidden = false;
  }
}

package redact

// These are the names of parameters with secret values, as of 2026-11-29, in the form of appendName.

// parts lists texts that occur only in names of secrets, and in a few other names, such as "passengers". The parameters
// of JDBC drivers have such names, as in trustStorePassword.
var parts = [...]string{"pass", "pwd", "secret", "token", "signature", "credential", "sessid", "apikey", "accesskey",
	"privatekey", "sessionid", "csrf", "xsrf", "hmac", "authz", "authcode", "licensekey", "encryptionkey"}

// endings lists the ends of names of secrets: the names of codes that let a person log in, and of sessions.
var endings = [...]string{"verificationcode", "recoverycode", "resetcode", "invitationcode", "invitecode",
	"confirmationcode", "activationcode", "authorizationcode", "logincode", "accesscode", "backupcode", "oobcode",
	"session"}

// known lists whole names.
var known = [...]string{
	// OAuth 2.0, RFC 6749 §4 to §6 and RFC 6750 §2.3; OpenID Connect Core §3.2.2.5
	"accesstoken", "refreshtoken", "idtoken", "token", "code", "clientsecret", "password",
	// RFC 7521 §4, RFC 7636 §4.5, RFC 8628 §3.2; OpenID Connect Core §5.5, RFC 9126 §2.1
	"assertion", "clientassertion", "codeverifier", "devicecode", "usercode", "idtokenhint", "logintokenhint",
	// OAuth 1.0, RFC 5849 §2 and §3.1
	"oauthtoken", "oauthtokensecret", "oauthverifier", "oauthsignature",
	// Amazon: Signature Version 4 and 2, CloudFront's signed URLs; Google Cloud Storage: signed URLs
	"xamzsignature", "xamzsecuritytoken", "xamzcredential", "xgoogsignature", "xgoogcredential", "signature",
	// Azure: shared access signatures, keys of Functions and of API Management; Google: API keys
	"sig", "sharedaccesssignature", "subscriptionkey", "key", "apikey", "appkey", "accesskey",
	// Akamai: tokens of edge authorization
	"hdnea", "hdnts", "hdntl",
	// SAML 2.0 bindings §3.4; WS-Federation 1.2 §13; CAS protocol §2.5
	"samlresponse", "samlart", "wresult", "ticket", "pgtiou",
	// sessions of PHP, Java servlets, ASP and others
	"session", "sessionid", "sid", "jsessionid", "phpsessid", "aspsessionid", "connectsid", "aspnetsessionid",
	"laravelsession", "moodlesession",
	// password resets of Firebase; links that invite or verify people
	"oobcode", "authcode", "verificationcode", "recoverycode", "invitationcode",
	// forms against requests of other sites, and signatures of APIs
	"csrf", "xsrf", "csrftoken", "sign", "hmac", "licensekey", "encryptionkey", "awsaccesskeyid",
	// forms and APIs without a specification
	"auth", "authkey", "authtoken", "authorization", "bearer", "jwt", "otp", "passcode", "passwd", "pass", "pwd", "pw",
	"pswd", "secret", "secretkey", "privatekey", "webhooksecret",
}

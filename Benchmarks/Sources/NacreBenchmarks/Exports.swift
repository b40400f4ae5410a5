// Every file of the harness uses loads, engines and audits: these modules are imported once, for all of them.
@_exported public import NacreLoad
@_exported public import NacreVerification

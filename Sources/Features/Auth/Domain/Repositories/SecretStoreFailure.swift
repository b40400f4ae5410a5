/// A failure of a secret store or of a hasher, which is no refusal: the storage is at fault, not the caller.
///
/// Its text is for the operator alone.
public protocol SecretStoreFailure: Error {}

public import DomainKit

/// Why a server does not start.
public enum ServerError: DescribedError, Hashable {
    /// Passwords would travel in clear.
    case plaintextRefused(host: String)

    /// The certificate or its key cannot be used.
    case invalidCertificate(String)

    /// What is wrong, and the remedy.
    public var description: String {
        switch self {
        case .plaintextRefused(let host):
            "refusing to listen on \(DisplayedText(host)) without TLS, because passwords would travel in clear: give a "
                + "certificate and its key, listen on 127.0.0.1, or allow plaintext explicitly"
        case .invalidCertificate(let reason):
            "the TLS certificate or its key cannot be used: \(reason): check both files, which must be PEM"
        }
    }
}

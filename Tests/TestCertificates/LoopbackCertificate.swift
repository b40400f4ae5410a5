package import TestFolders

/// A certificate for servers on loopback, which no system trusts.
package enum LoopbackCertificate {
    /// Writes the certificate and its key into files.
    ///
    /// - Parameter folder: The folder of the files.
    /// - Returns: The paths of the files.
    /// - Throws: Foundation's error if a file cannot be written.
    package static func write(into folder: TemporaryFolder) throws -> (certificate: String, key: String) {
        (try folder.file(certificate, named: "certificate.pem"), try folder.file(key, named: "key.pem"))
    }

    /// A self-signed certificate of localhost and 127.0.0.1, for tests alone.
    private static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBmjCCAUGgAwIBAgIUXiEDPaYwkfBkPec/NniAvuFIxzcwCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNjIxMzAxNloYDzIxMjYxMTAy
        MjEzMDE2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAAQR9spD+XDkJqK/7Cz0YO69783wzSqJ8IEcMBexsHJD6RPelSFiKdEE
        TtlE8qwuTSLG/LnYVkmgpbMblIVfA7Dko28wbTAdBgNVHQ4EFgQUavOsQTp7TeJR
        gUJaY2YYDXc+4q0wHwYDVR0jBBgwFoAUavOsQTp7TeJRgUJaY2YYDXc+4q0wDwYD
        VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
        zj0EAwIDRwAwRAIgHcet6dk5dLPGHk9B76NnouLPipT6YvHYssjvHbmyGXQCIDUO
        MwGEjWZkPRXsxKdFE/cNUVLzFK8jIyyXNC0e4M25
        -----END CERTIFICATE-----
        """

    /// Its key.
    private static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgZXHQ9WY5QW7D85Ug
        aCmUNhlfwozyTwwHlOuD8YilwTehRANCAAQR9spD+XDkJqK/7Cz0YO69783wzSqJ
        8IEcMBexsHJD6RPelSFiKdEETtlE8qwuTSLG/LnYVkmgpbMblIVfA7Dk
        -----END PRIVATE KEY-----
        """
}

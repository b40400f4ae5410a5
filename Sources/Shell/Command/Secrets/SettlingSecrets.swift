#if Server || All
    import AuthDomain
    import AuthSecrets

    /// Settles secrets, and records how far their log has got, so that an older log is noticed.
    struct SettlingSecrets: SecretsSettling {
        let settle: any SecretsSettling
        let secrets: LMDBSecretStore
        let log: any AccountLog

        func callAsFunction(_: Void) async throws -> SettledSecrets {
            let settled = try await settle()
            try await secrets.follow(log)
            return settled
        }
    }
#endif

#if Server || All
    import AuthDomain
    import AuthSecrets
    import AuthSessions
    import FeatureAPI

    extension AuthError {
        /// The exit status after this error.
        var exitCode: Int32 {
            switch code {
            case .invalidCredentials, .sessionExpired, .notAllowed: 77
            case .networkUnreachable: 69
            case .notFound: 66
            case .linkInvalid: 65
            case .emailTaken: 2
            default: 1
            }
        }
    }

    extension APIError {
        /// The exit status after this error, which no domain has mapped.
        var exitCode: Int32 {
            switch (code, problem?.status) {
            case (.networkUnreachable, _), (.answerLost, _): 69
            case (.sessionExpired, _), (_, 403): 77
            default: 1
            }
        }
    }

    extension SecretsError {
        /// The exit status after this error.
        var exitCode: Int32 {
            switch code {
            case .damaged, .mismatched, .newerFormat, .exposed, .otherLog, .otherHistory: 65
            case .missing, .noSecrets: 66
            case .inputOutput: 74
            default: 1
            }
        }
    }

    extension SessionStorageError {
        /// The exit status after this error.
        var exitCode: Int32 {
            switch code {
            case .exposed, .damaged: 65
            case .inputOutput: 74
            default: 1
            }
        }
    }
#endif

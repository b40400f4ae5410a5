extension APIClient {
    /// Sends a request until it has an answer that is not to be repeated.
    func response(to request: APIRequest) async throws -> APIResponse {
        var attempt = 1
        var isPerhapsCarriedOut = false
        while true {
            let outcome = try await outcome(of: request)
            if request.method != .get, case .lost(let error) = outcome, error.mayBeSent { isPerhapsCarriedOut = true }
            guard outcome.isRepeatable(request),
                let delay = options.retry.delay(after: attempt, retryAfter: outcome.retryAfter)
            else { return try outcome.response(afterSending: isPerhapsCarriedOut) }
            try await options.retry.wait(delay)
            attempt += 1
        }
    }

    private func outcome(of request: APIRequest) async throws -> Outcome {
        do {
            return .response(try await transport.exchange(signed(request), timeout: options.timeout))
        } catch let error as TransportError {
            try Task.checkCancellation()
            return .lost(error)
        }
    }
}

/// What one attempt leads to.
private enum Outcome {
    case response(APIResponse)
    case lost(TransportError)

    /// The answer.
    ///
    /// - Parameter isPerhapsCarriedOut: Whether an earlier attempt may have reached the server.
    /// - Returns: The answer.
    /// - Throws: ``APIError`` if there is none.
    func response(afterSending isPerhapsCarriedOut: Bool) throws(APIError) -> APIResponse {
        switch self {
        case .response(let response): return response
        case .lost(let error):
            let isLost = isPerhapsCarriedOut || error.mayBeSent
            throw APIError(code: isLost ? .answerLost : .networkUnreachable, cause: error)
        }
    }

    /// Whether a further attempt may succeed, and does nothing twice.
    func isRepeatable(_ request: APIRequest) -> Bool {
        let isSafe = request.method == .get || request.fields["idempotency-key"] != nil
        return switch self {
        case .lost(let error): isSafe || !error.mayBeSent
        // A client that makes too many requests is refused before its request is read.
        case .response(let response) where response.status == 429: true
        case .response(let response): isSafe && [502, 503, 504].contains(response.status)
        }
    }

    /// The delay that the server asks for.
    var retryAfter: Duration? {
        if case .response(let response) = self { response.retryAfter } else { nil }
    }
}

extension APIResponse {
    /// The field `Retry-After`, in seconds.
    fileprivate var retryAfter: Duration? {
        fields["retry-after"].flatMap { Int($0) }.map { .seconds($0) }
    }
}

extension APIError {
    /// The code of a problem that no server has reported: the answer is none of the API's.
    static let unexpectedAnswer = "unexpectedAnswer"

    /// The error that an answer reports.
    init(_ response: APIResponse) {
        let problem: Problem
        do {
            problem = try MessageCoding.decodeAnswer(response.body)
        } catch {
            // The answer comes from a proxy, or from another kind of server.
            self.init(
                code: .serverError,
                problem: Problem(
                    status: response.status, code: Self.unexpectedAnswer,
                    detail: "status \(response.status) without a problem of the API: check the server's address"),
                cause: error)
            return
        }
        let code: Code =
            switch (response.status, problem.code) {
            case (401, "sessionExpired"): .sessionExpired
            case (400..<500, _): .refused
            default: .serverError
            }
        self.init(code: code, problem: problem, retryAfter: response.retryAfter)
    }
}

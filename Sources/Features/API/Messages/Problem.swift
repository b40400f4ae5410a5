public import DomainKit

/// Why a request failed, as JSON (RFC 9457).
public struct Problem: APIMessage, Error, Hashable {
    /// A field that failed.
    public struct Failure: Codable, Sendable, Hashable {
        /// The name of the field.
        public let field: String

        /// What is wrong, with the limit and the remedy.
        public let message: String

        /// Creates a failure.
        ///
        /// - Parameters:
        ///   - field: The name of the field.
        ///   - message: What is wrong.
        public init(field: String, message: String) {
            self.field = field
            self.message = message
        }
    }

    /// The kind of problem: `urn:nacre:problem:` followed by its code.
    public let type: String

    /// The status as words.
    public let title: String

    /// The status code.
    public let status: Int

    /// What is wrong, and the remedy.
    public let detail: String

    /// The fields that failed; `nil` if the problem is not about fields.
    public let failures: [Failure]?

    /// The present version of what a change was meant for, if the change was meant for another one; 0 if it does not
    /// exist.
    public var version: UInt64?

    /// The id of the request, by which the server's log can be searched.
    public var requestId: String?

    /// Creates a problem.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - code: The kind of problem, such as `notFound`.
    ///   - detail: What is wrong, and the remedy.
    ///   - failures: The fields that failed.
    public init(status: Int, code: String, detail: String, failures: [Failure]? = nil) {
        self.status = status
        self.detail = detail
        self.failures = failures
        type = Self.prefix + code
        title = Self.titles[status] ?? "Error"
    }

    /// The kind of problem, such as `notFound`.
    public var code: String { type.hasPrefix(Self.prefix) ? String(type.dropFirst(Self.prefix.count)) : type }

    private static let prefix = "urn:nacre:problem:"

    private static let titles = [
        400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
        408: "Request Timeout",
        409: "Conflict", 412: "Precondition Failed", 413: "Content Too Large", 415: "Unsupported Media Type",
        422: "Unprocessable Content", 423: "Locked", 428: "Precondition Required", 429: "Too Many Requests",
        431: "Request Header Fields Too Large", 500: "Internal Server Error", 503: "Service Unavailable",
    ]

    /// The form of a problem.
    public static var schema: Schema? {
        .object(
            name: "Problem",
            [
                .init("type", .string(format: "uri")), .init("title", .string()), .init("status", .integer),
                .init("detail", .string()),
                .init(
                    "failures",
                    .array(
                        .object(
                            name: "ProblemFailure", [.init("field", .string()), .init("message", .string())])),
                    isRequired: false),
                .init("version", .integer, isRequired: false),
                .init("requestId", .string(), isRequired: false),
            ])
    }
}

extension Problem: DescribedError {
    /// What is wrong, with the fields that failed, and the remedy.
    public var description: String {
        guard let failures, !failures.isEmpty else { return detail }
        return "\(detail) (\(failures.map { "\($0.field) \($0.message)" }.joined(separator: "; ")))"
    }
}

extension Problem {
    /// The problem of invalid input; values that were given are not repeated.
    ///
    /// - Parameters:
    ///   - error: The failures.
    ///   - status: The status code.
    public init(_ error: ValidationError, status: Int = 422) {
        self.init(
            status: status, code: "invalid", detail: "some fields are invalid: see failures",
            failures: error.failures.map { Failure(field: $0.field, message: $0.message) })
    }
}

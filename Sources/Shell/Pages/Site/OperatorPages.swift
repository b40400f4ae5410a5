public import FeatureAPI
public import ShellServer

/// Pages of another kind under a path of a site, for sessions whose account has the role of operators.
///
/// To every other session the path is as if it did not exist.
public struct OperatorPages: Sendable {
    let path: String
    let name: String
    let answer: @Sendable (APIRequest) async throws -> SiteAnswer.Content

    /// Creates the pages.
    ///
    /// - Parameters:
    ///   - path: The path under which they are, such as `/inspect`, without a slash at its end.
    ///   - name: The name of the pages, for logs and metrics.
    ///   - answer: Answers a request for the path or one below it, without a body. A `HEAD` is a `GET` here, whose answer
    ///     is sent without its body.
    public init(
        at path: String, named name: String,
        _ answer: @escaping @Sendable (APIRequest) async throws -> SiteAnswer.Content
    ) {
        self.path = path
        self.name = name
        self.answer = answer
    }

    /// Whether an address is one of them, percent-encoded, with its query.
    func have(_ target: String) -> Bool {
        let path = target.prefix { $0 != "?" }
        return path == self.path || path.hasPrefix(self.path + "/")
    }
}

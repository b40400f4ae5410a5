public import FeatureAPI

extension PageSite {
    /// Shows why a request was not answered.
    ///
    /// - Parameter problem: The problem.
    /// - Returns: A page.
    public func response(to problem: Problem) -> APIResponse {
        let content = ProblemContent(
            title: Self.title(of: problem.status), detail: Self.detail(of: problem), request: problem.requestId)
        let document = Document(
            title: content.title, page: "", revision: 0, csrf: "", style: Asset.style.path,
            script: Asset.script.path, icon: Asset.icon.path)
        let part = Part("problem", .problem, content)
        let html = renderer.html(of: document, header: "", main: renderer.html(of: part))
        return secured(PageResponses.document(html, status: problem.status))
    }

    private static func title(of status: Int) -> String {
        switch status {
        case 404: "Not found"
        case 408: "This took too long"
        case 413, 431: "Too large"
        case 403, 409: "Load the page again"
        case 429: "Too many requests"
        case 503: "The server is busy"
        case 500...: "Something went wrong"
        default: "This did not work"
        }
    }

    /// What went wrong, and what to do: problems of the API are in the words of its clients.
    private static func detail(of problem: Problem) -> String {
        switch problem.code {
        case "requestTimeout":
            "What was sent did not arrive in time. Check your connection, then go back and try again."
        case "bodyTooLarge": "More was sent than the server takes. Go back, shorten it, and try again."
        case "headerTooLarge":
            "The address, or what the browser has stored for this site, is too long. Delete the cookies of this site."
        case "tooManyRequests": "Too many requests came from here. Wait a few seconds, then load the page again."
        case "tooManyStreams":
            "Too many pages are kept up to date at the same time. Close some, then load the page again."
        case "unavailable":
            "The server could not finish this in time. Before you repeat it, look whether it was done."
        default: problem.detail.hasSuffix(".") ? problem.detail : problem.detail.sentences()
        }
    }
}

/// What a page shows in place of an answer.
struct ProblemContent: PartContent {
    let title: String
    let detail: String

    /// The id of the request, by which the operator finds it; `nil` if it has none.
    let request: String?
}

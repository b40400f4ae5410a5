public import NacreRuntime
import NacreTool

/// Shows a store in the browser: its log, its events, their causes and consequences, its health; it answers questions.
///
/// It answers requests of a server of any kind, only reads unless it may repair, and knows neither token nor cookies:
/// ``InspectorServer`` serves it on loopback and lets in only requests with its token.
///
/// ```swift
/// let inspector = try Inspector(runtime, storeAt: "shop.store", tool: "shop")
/// let answer = await inspector.answer(InspectorRequest(target: "/log?type=OrderPlaced"))
/// ```
///
/// Threading: may be used from any task at any time.
public struct Inspector: Sendable {
    let runtime: Runtime

    /// The folder of the store, for people and in commands.
    let path: String

    /// The name of the program whose commands are shown.
    let tool: String

    /// Whether halted projections and process managers may be retried, and events skipped.
    let allowsRepair: Bool

    /// Where its pages are on their server.
    let root: PagesRoot

    let renderer: Renderer

    /// What timelines are counted from.
    let stretches: LogStretches

    /// What was seen at the last looks at the store's health.
    let looks = HealthLooks()

    /// What this process has measured of its appends; `nil` if it measures nothing.
    let figures: (@Sendable () -> [InspectorFigure])?

    /// What is asked of the store.
    let questions = Questions()

    /// Makes questions about the past quick.
    let pastStates: PastStates

    /// Creates an inspector of an open store.
    ///
    /// - Parameters:
    ///   - runtime: The store with the program's features, which stays open while requests are answered. Opened for
    ///     reading, it may belong to a process that writes beside this one.
    ///   - path: The folder of the store, for people and in the shown commands.
    ///   - tool: The name of the program whose commands are shown.
    ///   - allowsRepair: Whether halted projections and process managers may be retried, and events skipped. The store
    ///     must be writable then.
    ///   - root: The path of the server under which the pages are, such as `/inspect`, without a slash at its end; empty
    ///     for the root of the server.
    ///   - figures: What this process has measured of its appends to the store, as the health view shows it; `nil` if it
    ///     measures nothing, as beside the process that writes.
    /// - Throws: The mistake in a template.
    public init(
        _ runtime: Runtime, storeAt path: String, tool: String, allowsRepair: Bool = false, root: String = "",
        figures: (@Sendable () -> [InspectorFigure])? = nil
    ) throws {
        self.runtime = runtime
        self.path = path
        self.tool = tool
        self.allowsRepair = allowsRepair
        self.figures = figures
        self.root = PagesRoot(path: root)
        renderer = try Renderer(self.root)
        stretches = LogStretches(of: runtime.store)
        pastStates = PastStates(of: runtime)
    }

    /// Answers a request.
    ///
    /// - Parameter request: The request; its address begins with the path under which the pages are.
    /// - Returns: A page, a part of one, a file of the pages, a redirection, or the events of the log's head.
    public func answer(_ request: InspectorRequest) async -> InspectorAnswer {
        do {
            let request = try root.own(request)
            switch request.method {
            case "GET", "HEAD": return root.placed(try await view(request))
            case "POST": return root.placed(try await action(request))
            default: throw InspectorError.onlyReads
            }
        } catch {
            let problem = InspectorError(error)
            var answer = InspectorAnswer.html(
                renderer.page(
                    problem.title, .problem, Problem(title: problem.title, detail: TerminalText.line(problem.detail)),
                    of: path.inCell),
                status: problem.status)
            if problem.status == 405 { answer.fields["allow"] = "GET, HEAD, POST" }
            return answer
        }
    }

    /// Ends the work on the questions, and waits until none uses the store.
    ///
    /// Call it before the store is closed.
    public func shutdown() async {
        await questions.shutdown()
    }

    private func action(_ request: InspectorRequest) async throws -> InspectorAnswer {
        switch request.path {
        case "/cancel": try await cancel(request.parameters)
        case "/again": try await again(request.parameters)
        case "/health/retry" where allowsRepair: try await retry(request.parameters)
        case "/health/skip" where allowsRepair: try await skip(request.parameters)
        default: throw InspectorError.onlyReads
        }
    }

    private func view(_ request: InspectorRequest) async throws -> InspectorAnswer {
        let path = request.path
        if let asset = Asset.named(path) { return .asset(asset) }
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
            .map(PercentCoding.decodePath)
        switch (segments.first ?? "", segments.count) {
        case ("", 1): return .redirect(to: Address.log)
        case ("log", 1): return try await log(request.parameters)
        case ("log", 2) where segments[1] == "rows": return try await newRows(request.parameters)
        case ("head", 1): return .events(HeadEvents(of: runtime.store))
        case ("events", 2): return try await event(segments[1])
        case ("timeline", 1): return try await timeline(request.parameters)
        case ("ask", 1): return await ask()
        case ("ask", 2): return try await ask(segments[1], request.parameters)
        case ("health", 1): return try await health()
        case ("past", 1): return past()
        case ("past", 2): return try await past(segments[1], request.parameters)
        case ("health", 2) where segments[1] == "skip" && allowsRepair: return try await skipPage(request.parameters)
        case ("trace", 1): return try await trace(request.parameters)
        case ("trace", 2): return try await trace(of: segments[1], request.parameters)
        default: throw InspectorError.noSuchPage
        }
    }

    /// A page about the store.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - template: What the view is rendered with.
    ///   - view: The view.
    ///   - isUnderWay: Whether the page shall be looked at again, because an answer is under way.
    ///   - status: The status of HTTP.
    /// - Returns: The page.
    func page(
        _ title: String, _ template: Template, _ view: some Sendable, isUnderWay: Bool = false, status: Int = 200
    ) -> InspectorAnswer {
        .html(
            renderer.page("\(title) – \(tool)", template, view, of: path.inCell, isUnderWay: isUnderWay),
            status: status)
    }

    /// A command of the program on the store, quoted for a shell.
    func command(_ words: [String]) -> String { ShownCommand(tool, words, store: path).command }
}

/// Why a view cannot be shown.
private struct Problem: Sendable {
    let title: String
    let detail: String
}

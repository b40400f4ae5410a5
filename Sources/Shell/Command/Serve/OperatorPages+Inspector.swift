#if Server || All
    import FeatureAPI
    import NacreInspector
    import ShellPages
    import ShellServer

    extension OperatorPages {
        /// The path of the served application under which its store is inspected.
        static let inspectorPath = "/inspect"

        /// The pages of an inspector.
        ///
        /// - Parameter inspector: The inspector, whose root is ``inspectorPath``.
        /// - Returns: The pages.
        static func inspecting(by inspector: Inspector) -> OperatorPages {
            OperatorPages(at: inspectorPath, named: "inspect") { request in
                let fields = Dictionary(request.fields.all.map { ($0.name, $0.value) }) { first, _ in first }
                let answer = await inspector.answer(
                    InspectorRequest(method: request.method.rawValue, target: request.target, fields: fields))
                switch answer.content {
                case .body(let bytes):
                    return .response(
                        APIResponse(status: answer.status, fields: APIFields(answer.fields), body: bytes))
                case .events(let events): return .events(EventStream(text: events))
                }
            }
        }
    }
#endif

import NacreRuntime

extension JSONPath {
    /// The path as it is written.
    var text: String {
        steps.reduce(root) { path, step in
            switch step {
            case .key(let name): path + FieldPath.step(to: name, after: path)
            case .element(let index): path + "[\(index)]"
            case .everyElement: path + "[*]"
            }
        }
    }
}

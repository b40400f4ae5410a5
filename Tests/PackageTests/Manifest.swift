import Foundation

/// The package's manifest: its products and the dependencies of its targets.
struct Manifest {
    struct Target {
        let name: String
        let isTest: Bool

        /// The folder of its sources, relative to the root of the package.
        let folder: String

        /// The targets that it depends on, and the packages of the products that it depends on.
        let dependencies: Set<String>
    }

    let targets: [Target]

    /// The targets of each product.
    let products: [String: Set<String>]

    init(of text: String) {
        let targets = text.matches(
            of:
                /\.(target|executableTarget|testTarget|macro)\(\s*name: "([^"]+)"(?:,\s*dependencies: \[([^\]]*)\])?(?:,\s*path: "([^"]+)")?/
        )
        self.targets = targets.map { match in
            let name = String(match.2)
            let isTest = match.1 == "testTarget"
            return Target(
                name: name, isTest: isTest,
                folder: match.4.map(String.init) ?? "\(isTest ? "Tests" : "Sources")/\(name)",
                dependencies: Self.dependencies(in: match.3 ?? ""))
        }
        let products = text.matches(of: /\.(?:library|executable)\(\s*name: "([^"]+)",\s*targets: \[([^\]]*)\]\s*\)/)
        self.products = Dictionary(
            products.map { (String($0.1), Self.dependencies(in: $0.2)) }, uniquingKeysWith: { $0.union($1) })
    }

    private static func dependencies(in list: Substring) -> Set<String> {
        Set(
            list.matches(of: /\.product\(name: "[^"]+", package: "([^"]+)"(?:, condition: \w+)?\)|"([^"]+)"/).compactMap
            { match in
                (match.1 ?? match.2).map(String.init)
            })
    }

    /// All targets and packages that are built for some targets, including these.
    func closure(of names: Set<String>) -> Set<String> {
        var (found, new) = (names, names)
        while !new.isEmpty {
            new = Set(targets.filter { new.contains($0.name) }.flatMap(\.dependencies)).subtracting(found)
            found.formUnion(new)
        }
        return found
    }
}

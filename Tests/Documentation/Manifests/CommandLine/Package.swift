// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "shop",
    platforms: [.macOS(.v26)],
    dependencies: [
        .package(url: "https://github.com/nacre/nacre", branch: "main", traits: ["Tool"]),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .target(name: "Shop"),
        .executableTarget(
            name: "ShopCommand",
            dependencies: [
                "Shop",
                .product(name: "NacreLMDB", package: "nacre"), .product(name: "NacreRuntime", package: "nacre"),
                .product(name: "NacreTool", package: "nacre"),
            ]),
    ])
